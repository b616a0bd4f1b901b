package poollab.bench.pooler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import poollab.engine.Login;
import poollab.engine.Neighbour;
import poollab.pooler.Main;

/** Writes what a pooler needs into its folder, and says how to start it. */
final class Setup {
    private static final String LOG = "pooler.log";
    /** As {@code ./lab pooler} runs it. */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-Xmn8m", "-Xmx256m", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED");

    private Setup() {}

    static Path configuration(PoolerPlan plan, Path folder) {
        return folder.resolve(plan.kind() == PoolerKind.PGPOOL ? "pgpool.conf" : "pgbouncer.ini");
    }

    static Path log(Path folder) {
        return folder.resolve(LOG);
    }

    /** In this process it is only prepared; a process of its own has begun. */
    static Life of(PoolerPlan plan, int port, Login admin) throws IOException {
        return switch (plan.kind()) {
            case BUNDLED -> plan.ownProcess() && Neighbour.possible() ? ownProcess(plan, port, admin) : thisProcess(plan, port, admin);
            case PGBOUNCER -> {
                String program = plan.kind().program().toString();
                yield new InOwnProcess(plan.server().folders(), true, folder ->
                        List.of(program, "-q", write(plan, folder, port, admin).toString()));
            }
            case PGPOOL -> {
                String program = plan.kind().program().toString();
                yield new InOwnProcess(plan.server().folders(), true, folder -> Pgpool.command(program, plan, folder, port));
            }
        };
    }

    private static Life thisProcess(PoolerPlan plan, int port, Login admin) throws IOException {
        Path folder = plan.server().folder().resolve("pooler-" + port);
        Files.createDirectory(folder);
        return new InThisProcess(folder, write(plan, folder, port, admin));
    }

    private static Life ownProcess(PoolerPlan plan, int port, Login admin) {
        return new InOwnProcess(plan.server().folders(), false, folder -> {
            String ini = write(plan, folder, port, admin).toString();
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(FLAGS);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "-q", ini));
            return command;
        });
    }

    private static Path write(PoolerPlan plan, Path folder, int port, Login admin) throws IOException {
        Path users = folder.resolve("userlist.txt");
        secretly(users, line(plan.server().application()) + line(admin));
        String ini = Ini.of(plan, port, users.toString(), log(folder).toString(), admin.role());
        return Files.writeString(configuration(plan, folder), ini);
    }

    private static String line(Login login) {
        return quoted(login.role()) + " " + quoted(login.password()) + "\n";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    static void secretly(Path file, String text) throws IOException {
        if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix"))
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }
}
