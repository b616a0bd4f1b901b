package poollab.pooler.tls;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads a private key in any form OpenSSL writes: PKCS#8, PKCS#1 for RSA, SEC1 for elliptic curves. */
final class Keys {
    private static final byte[] VERSION_0 = {Der.INTEGER, 1, 0};
    private static final byte[] RSA = {0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1};
    private static final byte[] EC = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};

    private Keys() {}

    static PrivateKey read(String setting, String file) throws TlsProblem {
        List<Pem> blocks = Pem.read(setting, file);
        byte[] curve = null;
        for (Pem block : blocks) {
            if (block.encrypted() || block.label().equals("ENCRYPTED PRIVATE KEY"))
                throw new TlsProblem(setting + ": the key in " + file + " has a passphrase, and nobody is there to ask for it; take it off: openssl pkey -in KEY -out NEWKEY");
            byte[] pkcs8 = switch (block.label()) {
                case "PRIVATE KEY" -> block.bytes();
                case "RSA PRIVATE KEY" -> wrap(RSA, new byte[] {Der.NULL, 0}, block.bytes());
                case "EC PRIVATE KEY" -> ec(block.bytes(), curve);
                default -> null;
            };
            if (block.label().equals("EC PARAMETERS")) curve = block.bytes();
            if (pkcs8 != null) return parse(setting, file, pkcs8);
        }
        throw new TlsProblem(setting + ": there is no private key in " + file + " (a PEM block such as BEGIN PRIVATE KEY)");
    }

    /** @param curve from the block before, should the key itself not name it */
    private static byte[] ec(byte[] sec1, byte[] curve) {
        byte[] own = Der.find(Der.CONTEXT_0, sec1);
        byte[] parameters = own != null ? own : curve;
        return wrap(EC, parameters == null ? new byte[0] : parameters, sec1);
    }

    private static byte[] wrap(byte[] algorithm, byte[] parameters, byte[] key) {
        return Der.value(Der.SEQUENCE, VERSION_0, Der.value(Der.SEQUENCE, Der.value(Der.OBJECT, algorithm), parameters), Der.value(Der.OCTETS, key));
    }

    private static PrivateKey parse(String setting, String file, byte[] pkcs8) throws TlsProblem {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(pkcs8);
        for (String algorithm : List.of("EC", "RSA", "EdDSA", "RSASSA-PSS", "DSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (GeneralSecurityException e) {
                // Of another kind, or of none.
            }
        }
        throw new TlsProblem(setting + ": the key in " + file + " is damaged, or of a kind that Java does not have (it has RSA, EC on P-256, P-384 and P-521, Ed25519, Ed448)");
    }
}
