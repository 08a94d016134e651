// A switch over strings, two of which have the same hash code.
public class StringSwitch {
    private String stage = "Aa";

    public void next() {
        switch (stage) {
            case "Aa":
                stage = "BB";
                break;
            case "BB":
                stage = "C";
                break;
            default:
                throw new IllegalStateException();
        }
    }

    public void back() {
        stage = switch (stage) {
            case "C" -> "Aa";
            default -> throw new IllegalStateException();
        };
    }
}
