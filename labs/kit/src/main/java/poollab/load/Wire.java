package poollab.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Base64;

/** An object as one line of text, for a pipe between two processes of the same program. */
public final class Wire {
    private Wire() {}

    public static String write(Serializable object) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IOException when the line is no such object */
    public static <T> T read(String line, Class<T> type) throws IOException {
        if (line == null) throw new IOException("nothing was said");
        try (var in = new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(line)))) {
            return type.cast(in.readObject());
        } catch (ClassNotFoundException | ClassCastException | IllegalArgumentException e) {
            throw new IOException("not a " + type.getSimpleName() + ": " + line, e);
        }
    }
}
