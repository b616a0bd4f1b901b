package poollab.pooler.admin;

import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** What the console answers. */
sealed interface Reply {
    /** @param logged what the log says of it: without what was typed, where that could be anything */
    record Refused(String code, String text, String logged) implements Reply {}

    record Done(String tag) implements Reply {}

    record Shown(Table table) implements Reply {}

    /** @param detail null for none */
    record Notice(String text, String detail, String tag) implements Reply {}

    /**
     * The answer comes when it is so far.
     *
     * @param undo what is done if the client cancels instead of waiting
     */
    record Later(Awaited awaited, Runnable undo) implements Reply {}

    /** The process ends: its end is the answer. */
    record Never() implements Reply {}

    /** What a client may wait for. The name is the command's tag. */
    enum Awaited { PAUSE, SUSPEND, WAIT_CLOSE }

    static Reply refused(String text) {
        return new Refused(Wire.PROTOCOL_VIOLATION, text, text);
    }

    /** Appends the messages, ReadyForQuery at the end; nothing for an answer that comes later. */
    default Out write(Out out) {
        return switch (this) {
            case Refused refused -> out.error(false, refused.code, refused.text).readyForQuery();
            case Done done -> out.commandComplete(done.tag).readyForQuery();
            case Shown shown -> shown.table.write(out).commandComplete("SHOW").readyForQuery();
            case Notice notice -> writeNotice(notice, out).commandComplete(notice.tag).readyForQuery();
            case Later later -> out;
            case Never never -> out;
        };
    }

    private static Out writeNotice(Notice notice, Out out) {
        if (notice.detail == null) return out.notice(notice.text);
        return out.begin('N').u8('S').text("NOTICE").u8('C').text("00000").u8('M').text(notice.text).u8('D').text(notice.detail).u8(0).end();
    }
}
