// Arrays of the small types: each store cuts the value to the type of the element.
public class SmallArrays {
    private final byte[] bytes = new byte[1];
    private final short[] shorts = new short[1];
    private final char[] chars = new char[1];
    private final boolean[] flags = {false};

    public void store(int value) {
        bytes[0] = (byte) value;
        shorts[0] = (short) value;
        chars[0] = (char) value;
        flags[0] = value != 0;
    }

    public void asByte() {
        require(bytes[0] == shorts[0]);
    }

    public void asChar() {
        require(chars[0] == shorts[0]);
    }

    public void asFlag() {
        require(flags[0]);
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
