package poollab.console.session;

import picocli.CommandLine.IVersionProvider;

/** {@code Pool Lab 0.1.0}, from the jar that runs. */
public final class Version implements IVersionProvider {
    public static String kit() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"Pool Lab " + kit(), "Java " + Runtime.version()};
    }
}
