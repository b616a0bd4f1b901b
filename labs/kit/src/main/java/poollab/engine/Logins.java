package poollab.engine;

import java.util.List;

/** Both roles with passwords of this session, and the statements that set them. */
record Logins(Login application, Login observer, List<String> statements) {
    static Logins random() {
        var application = new Login(Bookstore.APPLICATION_ROLE, Passwords.random());
        var observer = new Login(Bookstore.OBSERVER_ROLE, Passwords.random());
        return new Logins(application, observer,
                List.of(Postgres.passwordStatement(application), Postgres.passwordStatement(observer)));
    }
}
