/** byte, short, char and the conversions between all integer types. */
public class Narrow {
    private byte b;
    private short s;
    private char c;
    private static byte sb;
    private static char sc = 'x';

    public byte toByte(int a) { return (byte) a; }
    public short toShort(int a) { return (short) a; }
    public char toChar(int a) { return (char) a; }
    public int toInt(long a) { return (int) a; }
    public long toLong(int a) { return a; }
    public long low(long a) { return (int) a; }
    public byte longToByte(long a) { return (byte) a; }
    public int unsigned(byte a) { return a & 0xff; }
    public int charSum(char a, char b) { return a + b; }
    public boolean letter(char a) { return a >= 'a' && a <= 'z' || a == '_'; }
    public int set(byte x, short y, char z) { b = x; s = y; c = z; return b + s + c; }
    public int step() { b++; s--; c++; sb += 3; sc--; return b * 3 + s * 5 + c * 7 + sb * 11 + sc; }
    public byte getByte() { return b; }
    public short getShort() { return s; }
    public char getChar() { return c; }
    public byte pass(byte a, int n) { if (n % 3 == 0) a = (byte) (a + n); return helper(a); }
    private byte helper(byte a) { return (byte) (a * 2); }
    public boolean sameChar(char a, int b) { return a == b; }
    public long wide(char a, byte b, short c) { return (long) a * b - c; }
}
