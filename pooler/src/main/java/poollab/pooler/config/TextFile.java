package poollab.pooler.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a UTF-8 file, or says in a few words why it cannot be read. */
final class TextFile {
    private TextFile() {}

    /**
     * The file's text, without a byte order mark.
     *
     * @throws IOException the message is the reason only, without the file's name
     */
    static String read(Path file) throws IOException {
        if (Files.isDirectory(file)) throw new IOException("is a folder, not a file");
        try {
            return decoded(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new IOException("no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException("may not be read by user " + System.getProperty("user.name"), e);
        }
    }

    private static String decoded(byte[] bytes) throws IOException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (decoder.decode(in, out, true).isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) if (bytes[i] == '\n') line++;
            throw new IOException("line " + line + " is not UTF-8 text");
        }
        String text = out.flip().toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
