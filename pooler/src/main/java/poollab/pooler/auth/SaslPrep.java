package poollab.pooler.auth;

import com.ongres.stringprep.Tables;
import java.text.Normalizer;

/**
 * SASLprep (RFC 4013) the way PostgreSQL does it, so that a password has the same keys here and there. It differs from
 * the RFC's order, and so from a library that follows the RFC: the checks see the text before it is normalised, and a
 * text that may not be used is taken as it is instead of being refused.
 */
final class SaslPrep {
    private SaslPrep() {}

    /** The bytes to derive keys from: those of the normalised text where it may be used, else those of the text. */
    static byte[] bytes(String password) {
        // Most passwords; for them the two are the same.
        if (password.chars().allMatch(c -> c < 0x80)) {
            return RawText.encode(password);
        }
        String mapped = map(password);
        return RawText.encode(
                allowed(mapped.codePoints().toArray()) ? Normalizer.normalize(mapped, Normalizer.Form.NFKC) : password);
    }

    // Tables of RFC 3454. U+200B stands in both; PostgreSQL makes a space of it.
    private static String map(String password) {
        return password.codePoints()
                .filter(c -> Tables.prohibitionNonAsciiSpace(c) || !Tables.mapToNothing(c))
                .map(c -> Tables.prohibitionNonAsciiSpace(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean allowed(int[] text) {
        boolean rightToLeft = false;
        boolean leftToRight = false;
        for (int c : text) {
            if (prohibited(c)) {
                return false;
            }
            rightToLeft |= Tables.bidirectionalPropertyRorAL(c);
            leftToRight |= Tables.bidirectionalPropertyL(c);
        }
        return text.length > 0
                && (!rightToLeft
                        || !leftToRight
                                && Tables.bidirectionalPropertyRorAL(text[0])
                                && Tables.bidirectionalPropertyRorAL(text[text.length - 1]));
    }

    private static boolean prohibited(int c) {
        return Tables.prohibitionAsciiControl(c)
                || Tables.prohibitionNonAsciiControl(c)
                || Tables.prohibitionPrivateUse(c)
                || Tables.prohibitionNonCharacterCodePoints(c)
                || Tables.prohibitionSurrogateCodes(c)
                || Tables.prohibitionInappropriatePlainText(c)
                || Tables.prohibitionInappropriateCanonicalRepresentation(c)
                || Tables.prohibitionChangeDisplayProperties(c)
                || Tables.prohibitionTaggingCharacters(c)
                || Tables.unassignedCodePoints(c);
    }
}
