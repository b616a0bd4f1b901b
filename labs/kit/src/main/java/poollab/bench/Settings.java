package poollab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Setting.Origin;

/** The values of an experiment's knobs for one run. */
public final class Settings {
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final List<Setting> asRecorded = new ArrayList<>();

    private Settings() {}

    /**
     * @param given what the learner set, by name
     * @param quick whether knobs with a quick value take it, unless set
     * @throws BadInput for an unknown name or an impossible value
     */
    public static Settings of(List<Parameter<?>> parameters, Map<String, String> given, boolean quick, Machine machine) {
        List<String> names = parameters.stream().<String>map(Parameter::name).toList();
        for (String name : given.keySet()) if (!names.contains(name)) throw BadInput.unknown("setting", name, names);
        Settings settings = new Settings();
        for (Parameter<?> parameter : parameters)
            settings.add(parameter, given.get(parameter.name()), quick, machine);
        return settings;
    }

    private <T> void add(Parameter<T> parameter, String given, boolean quick, Machine machine) {
        if (given != null) {
            put(parameter, parse(parameter, given), Origin.SET, null);
            return;
        }
        if (quick && parameter.quick().isPresent()) {
            put(parameter, parameter.quick().get(), Origin.QUICK, null);
            return;
        }
        parameter.adaptation().apply(machine).ifPresentOrElse(
                adapted -> put(parameter, adapted.value(), Origin.ADAPTED, adapted.why()),
                () -> put(parameter, parameter.standard(), Origin.DEFAULT, null));
    }

    private static <T> T parse(Parameter<T> parameter, String given) {
        try {
            return parameter.kind().parse(given);
        } catch (IllegalArgumentException e) {
            throw new BadInput(
                    parameter.name() + "=" + given + ": " + given + " " + e.getMessage(),
                    parameter.name() + " takes " + parameter.kind().range() + " (default "
                            + parameter.kind().format(parameter.standard()) + "): " + parameter.help() + ".");
        }
    }

    private <T> void put(Parameter<T> parameter, T value, Origin origin, String why) {
        values.put(parameter.name(), value);
        asRecorded.add(new Setting(
                parameter.name(), recorded(parameter, value), recorded(parameter, parameter.standard()), origin, why));
    }

    private static <T> Object recorded(Parameter<T> parameter, T value) {
        return value instanceof Number ? value : parameter.kind().format(value);
    }

    /** The value of a knob. */
    @SuppressWarnings("unchecked") // add() puts a T under the name of a Parameter<T>
    public <T> T get(Parameter<T> parameter) {
        Object value = values.get(parameter.name());
        if (value == null) throw new IllegalArgumentException("no such knob here: " + parameter.name());
        return (T) value;
    }

    /** All knobs in the experiment's order, as they go into the record. */
    public List<Setting> list() {
        return List.copyOf(asRecorded);
    }
}
