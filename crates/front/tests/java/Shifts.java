/** Shifts by any amount. */
public class Shifts {
    public int left(int a, int by) { return a << by; }
    public int right(int a, int by) { return a >> by; }
    public int logical(int a, int by) { return a >>> by; }
    public long leftLong(long a, int by) { return a << by; }
    public long rightLong(long a, int by) { return a >> by; }
    public long logicalLong(long a, int by) { return a >>> by; }
    public long byLong(long a, long by) { return (a << by) ^ (a >>> by); }
    public int intByLong(int a, long by) { return a >> by; }
    public int rotate(int a, int by) { return (a << by) | (a >>> -by); }
    public int ones(int a) {
        a = a - ((a >>> 1) & 0x55555555);
        a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
        return ((a + (a >>> 4) & 0xF0F0F0F) * 0x1010101) >>> 24;
    }
    public byte narrow(byte a, int by) { return (byte) (a >>> by); }
}
