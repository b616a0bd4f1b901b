package poollab.pooler.ldap;

/** Why a directory cannot be asked, or says no. The message is one line for the log. */
public final class LdapProblem extends Exception {
    private static final long serialVersionUID = 1L;

    LdapProblem(String message) {
        super(message);
    }
}
