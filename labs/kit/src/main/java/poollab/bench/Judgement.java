package poollab.bench;

/** A claim with its verdict, as recorded. */
public record Judgement(String id, String text, Verdict.Answer verdict, String measured) {}
