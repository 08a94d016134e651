// What every enum has: values, ordinal, name and valueOf, which fails for a name that does not exist.
public class EnumNames {
    private enum Unit { SECOND, SECONDS, MINUTE }

    private Unit unit = Unit.SECOND;

    public void next() {
        unit = Unit.values()[(unit.ordinal() + 1) % Unit.values().length];
    }

    public void plural() {
        unit = Unit.valueOf(unit.name() + "S");
    }
}
