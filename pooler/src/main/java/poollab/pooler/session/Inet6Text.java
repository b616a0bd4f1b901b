package poollab.pooler.session;

/** An IPv6 address as people write it (RFC 5952): {@code ::1}, where the JDK writes {@code 0:0:0:0:0:0:0:1}. */
final class Inet6Text {
    private static final int GROUPS = 8;

    private Inet6Text() {}

    /** @param address 16 bytes */
    static String of(byte[] address) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) groups[i] = (address[2 * i] & 0xff) << 8 | address[2 * i + 1] & 0xff;
        int gap = -1;
        int longest = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosFrom(groups, i);
            if (zeros <= longest) continue;
            gap = i;
            longest = zeros;
        }
        if (gap < 0) return join(groups, 0, GROUPS);
        return join(groups, 0, gap) + "::" + join(groups, gap + longest, GROUPS);
    }

    private static int zerosFrom(int[] groups, int from) {
        int at = from;
        while (at < GROUPS && groups[at] == 0) at++;
        return at - from;
    }

    private static String join(int[] groups, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) text.append(i > from ? ":" : "").append(Integer.toHexString(groups[i]));
        return text.toString();
    }
}
