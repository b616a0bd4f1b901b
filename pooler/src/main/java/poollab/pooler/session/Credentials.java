package poollab.pooler.session;

import poollab.pooler.auth.ScramKeys;
import poollab.pooler.auth.Secret;

/** With what a pool logs in to the server: a user and a secret. A database with a forced user has its own. */
public final class Credentials {
    public final User user;
    Secret secret;
    /** Learnt from a client's login: enough to log in to a server that keeps the same verifier. */
    ScramKeys scramKeys;

    Credentials(User user, Secret secret) {
        this.user = user;
        this.secret = secret;
    }

    public String name() {
        return user.name;
    }

    /** The keys of another secret are good for nothing. */
    void replace(Secret secret) {
        if (!secret.equals(this.secret)) scramKeys = null;
        this.secret = secret;
    }

    boolean isKnown() {
        return !(secret instanceof Secret.None);
    }
}
