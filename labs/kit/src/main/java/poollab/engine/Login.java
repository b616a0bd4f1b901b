package poollab.engine;

/** A role of the database server and its password. */
public record Login(String role, String password) {
    @Override
    public String toString() {
        return "Login[role=" + role + ", password=…]";
    }
}
