/** Loops of every form, all of them short. */
public class Loops {
    public int sum(int n) { int s = 0; for (int i = 0; i < (n & 63); i++) s += i; return s; }
    public long product(int n) { long p = 1; int i = n & 15; while (i > 1) { p *= i; i--; } return p; }
    public int collatz(int n) { int x = (n & 255) | 1, c = 0; do { x = x % 2 == 0 ? x / 2 : 3 * x + 1; c++; } while (x != 1 && c < 200); return c; }
    public int labels(int n) {
        int c = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == (n & 7)) continue outer;
                if (i * j > 40) break outer;
                c += i ^ j;
            }
        }
        return c;
    }
    public int gcd(int a, int b) { a &= 0xffff; b &= 0xffff; while (b != 0) { int t = a % b; a = b; b = t; } return a; }
    public int shared(int n) { int r = 0; for (int i = 0; i < 3; i++) r += i * n; for (long i = 0; i < 3; i++) r -= i; for (int j = 5; j > 0; j -= 2) r ^= j; return r; }
    public boolean prime(int n) { n = n & 1023; if (n < 2) return false; for (int d = 2; d * d <= n; d++) if (n % d == 0) return false; return true; }
    public int big(int n) { int i = n & 7; i += 1000; i -= 2000; int k = 40000; k += 20000; return i + k; }
    public long bits(long v) { long r = 0; for (int i = 0; i < 64; i += 7) r = r * 3 + (v >>> i & 1); return r; }
}
