package store;

/** The label of a parcel. */
public class Label {
    private String text = "";

    public void write(String text) {
        this.text = text;
    }

    public int length() {
        return text.length();
    }
}
