package poollab.pooler.admin;

import java.util.Optional;
import poollab.pooler.config.BadValue;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.config.Unsupported;
import poollab.pooler.session.Core;

/** SET: one setting, until the next reload. */
final class Setter {
    private final Core core;

    Setter(Core core) {
        this.core = core;
    }

    /** @return false when there is no such setting or the value is not one of its; the reason is in the log. A setting that needs a restart stays as it is, and nobody is told, as in PgBouncer. */
    boolean set(String name, String value) {
        Optional<Key> key = Key.named(name);
        if (key.isEmpty()) {
            core.log.error("unknown parameter: pgbouncer/" + name);
            return false;
        }
        if (!key.get().reloadable()) return true;
        try {
            Settings changed = core.settings().with(key.get(), value);
            Optional<String> unsupported = Unsupported.in(changed);
            unsupported.ifPresent(core.log::error);
            if (unsupported.isPresent()) return false;
            core.settings(changed);
            return true;
        } catch (BadValue e) {
            core.log.error(e.getMessage());
            return false;
        }
    }
}
