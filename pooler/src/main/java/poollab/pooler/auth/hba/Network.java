package poollab.pooler.auth.hba;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a rule's clients come from. */
sealed interface Network {
    boolean contains(InetAddress address);

    /** Any address of either family. */
    record All() implements Network {
        @Override
        public boolean contains(InetAddress address) {
            return true;
        }
    }

    /** @param base 4 or 16 bytes; with a bit that the mask has not, as in 10.1.1.1/8, no address is in it */
    record Range(byte[] base, byte[] mask) implements Network {
        @Override
        public boolean contains(InetAddress address) {
            byte[] bytes = address.getAddress();
            if (bytes.length != base.length) return false;
            for (int i = 0; i < bytes.length; i++) if ((bytes[i] & mask[i]) != base[i]) return false;
            return true;
        }

        boolean isEmpty() {
            for (int i = 0; i < base.length; i++) if ((base[i] & ~mask[i]) != 0) return true;
            return false;
        }
    }

    Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})");
    Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** An IPv4 or IPv6 address as C's inet_pton() reads it: no other ways of writing, no names. */
    static Optional<byte[]> address(String text) {
        Matcher four = IPV4.matcher(text);
        if (four.matches()) {
            byte[] bytes = new byte[4];
            for (int i = 0; i < 4; i++) {
                int part = Integer.parseInt(four.group(i + 1));
                if (part > 255) return Optional.empty();
                bytes[i] = (byte) part;
            }
            return Optional.of(bytes);
        }
        if (!IPV6.matcher(text).matches()) return Optional.empty();
        try {
            byte[] bytes = InetAddress.ofLiteral(text).getAddress();
            return Optional.of(bytes.length == 16 ? bytes : mapped(bytes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Java takes ::ffff:10.0.0.1 for an IPv4 address; here it is what it is written as. */
    private static byte[] mapped(byte[] four) {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        System.arraycopy(four, 0, bytes, 12, 4);
        return bytes;
    }

    /** The mask whose first {@code bits} are set, over {@code length} bytes. */
    static Optional<byte[]> mask(String bits, int length) {
        if (!bits.matches("\\d{1,9}") || Integer.parseInt(bits) > 8 * length) return Optional.empty();
        int set = Integer.parseInt(bits);
        byte[] mask = new byte[length];
        Arrays.fill(mask, 0, set / 8, (byte) 0xff);
        if (set % 8 != 0) mask[set / 8] = (byte) (0xff << 8 - set % 8);
        return Optional.of(mask);
    }
}
