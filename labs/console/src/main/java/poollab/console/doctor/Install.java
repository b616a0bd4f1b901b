package poollab.console.doctor;

/** How software gets onto this machine. */
enum Install {
    APT("sudo apt install "),
    DNF("sudo dnf install "),
    BREW("brew install "),
    WINGET("winget install "),
    UNKNOWN("");

    private final String command;

    Install(String command) {
        this.command = command;
    }

    static Install on(Facts facts, Commands commands) {
        if (facts.windows()) return WINGET;
        if (facts.mac()) return BREW;
        if (commands.find("apt-get").isPresent()) return APT;
        if (commands.find("dnf").isPresent()) return DNF;
        return commands.find("brew").isPresent() ? BREW : UNKNOWN;
    }

    /** The command, by the package's name in each place. An empty name: it is not to be had there. */
    String say(String apt, String dnf, String brew, String winget) {
        String name = switch (this) {
            case APT -> apt;
            case DNF -> dnf;
            case BREW -> brew;
            case WINGET -> winget;
            case UNKNOWN -> "";
        };
        return name.isEmpty() ? "see this system's packages" : command + name;
    }
}
