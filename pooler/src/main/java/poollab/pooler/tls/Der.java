package poollab.pooler.tls;

import java.io.ByteArrayOutputStream;

/** The little of ASN.1's DER that stands between the older forms of private keys and the one that Java reads. */
final class Der {
    static final int INTEGER = 0x02;
    static final int OCTETS = 0x04;
    static final int NULL = 0x05;
    static final int OBJECT = 0x06;
    static final int SEQUENCE = 0x30;
    /** The tag of EC parameters inside a SEC1 key. */
    static final int CONTEXT_0 = 0xa0;

    private Der() {}

    static byte[] value(int tag, byte[]... contents) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] content : contents) body.writeBytes(content);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = body.size();
        if (length < 0x80) all.write(length);
        else {
            int bytes = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            all.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) all.write(length >>> 8 * i);
        }
        all.writeBytes(body.toByteArray());
        return all.toByteArray();
    }

    /** The contents of the first value with this tag in the sequence that {@code der} is; null when there is none. */
    static byte[] find(int tag, byte[] der) {
        byte[] inside = contents(der, 0);
        for (int at = 0; inside != null && at < inside.length; ) {
            byte[] contents = contents(inside, at);
            if (contents == null) return null;
            if ((inside[at] & 0xff) == tag) return contents;
            at = start(inside, at) + contents.length;
        }
        return null;
    }

    private static byte[] contents(byte[] der, int at) {
        if (at + 2 > der.length) return null;
        int start = start(der, at);
        int length = der[at + 1] & 0xff;
        if (length >= 0x80) {
            if (start > der.length || start - at > 6) return null;
            length = 0;
            for (int i = at + 2; i < start; i++) length = length << 8 | der[i] & 0xff;
        }
        if (length < 0 || length > der.length - start) return null;
        byte[] contents = new byte[length];
        System.arraycopy(der, start, contents, 0, length);
        return contents;
    }

    private static int start(byte[] der, int at) {
        int length = der[at + 1] & 0xff;
        return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
    }
}
