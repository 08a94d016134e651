/** Dense, sparse, falling through, nested, on small types. */
public class Switches {
    private int state;

    public int dense(int k) { switch (k) { case 0: return 10; case 1: return 11; case 2: case 3: return 12; default: return -1; } }
    public int sparse(int k) { switch (k) { case -2147483648: return 1; case -1: return 2; case 1000: return 3; case 2147483647: return 4; } return 0; }
    public int fall(int k) { int r = 0; switch (k) { case 1: r += 1; case 2: r += 2; break; case 3: r += 4; default: r += 8; } return r; }
    public int nested(int a, int b) { switch (a & 3) { case 0: switch (b & 1) { case 0: return 1; default: return 2; } case 1: return b; default: break; } return a; }
    public int onChar(char c) { switch (c) { case 'a': return 1; case 'z': return 26; case '0': return 0; default: return c; } }
    public int onByte(byte b) { switch (b) { case -128: return 1; case 127: return 2; case 0: return 3; default: return b; } }
    public int arrow(int k) { return switch (k % 4) { case 0 -> 5; case 1, 2 -> { state++; yield state; } default -> -k; }; }
    public void advance(int event) {
        switch (state) {
            case 0: if (event == 1) state = 1; break;
            case 1: if (event == 2) state = 2; else if (event == 0) state = 0; break;
            case 2: if (event < 0) throw new IllegalStateException("event " + event); state = 0; break;
            default: state = 0;
        }
    }
    public int state() { return state; }
}
