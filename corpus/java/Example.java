// An interval guard, and a field that is written but never asked (Mues et al., "Releasing the PSYCO", 2016, Fig. 1).
public class Example {
    private int x = 0;

    public void setX(int p) {
        if (0 < p && p < 200) {
            x = p;
        } else {
            assert false;
        }
    }
}
