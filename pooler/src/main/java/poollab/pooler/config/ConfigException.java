package poollab.pooler.config;

import java.util.List;

/** An ini file that cannot be used. The message has one line per problem, in the file's order: file, line, what. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    ConfigException(List<String> problems) {
        super(String.join("\n", problems));
    }

    /** Each problem by itself. */
    public List<String> problems() {
        return getMessage().lines().toList();
    }
}
