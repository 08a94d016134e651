/** Every operator on int and long, with overflow and the corners of division. */
public class Arithmetic {
    private int acc;
    private long wide = 1;

    public int add(int a, int b) { return a + b; }
    public int sub(int a, int b) { return a - b; }
    public int mul(int a, int b) { return a * b; }
    public int div(int a, int b) { return a / b; }
    public int rem(int a, int b) { return a % b; }
    public int neg(int a) { return -a; }
    public int bits(int a, int b) { return (a & b) ^ (a | ~b); }
    public long addLong(long a, long b) { return a + b; }
    public long subLong(long a, long b) { return a - b; }
    public long mulLong(long a, long b) { return a * b; }
    public long divLong(long a, long b) { return a / b; }
    public long remLong(long a, long b) { return a % b; }
    public long negLong(long a) { return -a; }
    public long bitsLong(long a, long b) { return (a & b) ^ (a | ~b); }
    public int mixed(int a, int b, int c) { return a * (b - c) + a / (c | 1) - (a % 7 + b % -7); }
    public int polynomial(int x) { return ((((3 * x + 1) * x - 5) * x + 7) * x - 11) * x + 13; }
    public int collect(int a) { acc = acc * 31 + a; return acc; }
    public long collectLong(int a, long b) { wide = wide * 31 + a - b; return wide; }
    public int compound(int a, int b) { a += b; b -= a; a *= b; a ^= b; a <<= 3; a >>>= 1; a |= 5; a &= 0xffff; return a; }
    public int narrowCompound(byte a, short b, char c) { a += b; b -= c; c *= 3; a++; c--; return a + b + c; }
    public int dividePair(int a, int b) { return a / b + b / a; }
    public int constants() { return 2147483647 + 1 + 100000 - 40000 + 200; }
    public long constantsLong() { return 9223372036854775807L + 1L + 100000L; }
}
