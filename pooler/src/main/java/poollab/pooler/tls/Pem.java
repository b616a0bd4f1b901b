package poollab.pooler.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One block of a PEM file.
 *
 * @param label what stands behind BEGIN
 * @param encrypted by a passphrase, in OpenSSL's old way
 */
record Pem(String label, byte[] bytes, boolean encrypted) {
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([^-\r\n]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern HEADERS = Pattern.compile("\\A\\s*((?:[\\w-]+:[^\n]*\n(?:[ \t]+[^\n]*\n)*)+)\\s*\n");

    /** The file's blocks; what stands between them is comment. */
    static List<Pem> read(String setting, String file) throws TlsProblem {
        try {
            return parse(Files.readString(Path.of(file), ISO_8859_1));
        } catch (NoSuchFileException e) {
            throw new TlsProblem(setting + ": there is no file " + file);
        } catch (AccessDeniedException e) {
            throw new TlsProblem(setting + ": " + file + " may not be read by user " + System.getProperty("user.name"));
        } catch (IOException | IllegalArgumentException e) {
            throw new TlsProblem(setting + ": cannot read " + file + ": " + e.getMessage());
        }
    }

    private static List<Pem> parse(String text) {
        List<Pem> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String body = block.group(2);
            Matcher headers = HEADERS.matcher(body);
            boolean encrypted = headers.find() && headers.group(1).contains("ENCRYPTED");
            String base64 = headers.reset().replaceFirst("");
            blocks.add(new Pem(block.group(1).strip(), Base64.getMimeDecoder().decode(base64), encrypted));
        }
        return blocks;
    }
}
