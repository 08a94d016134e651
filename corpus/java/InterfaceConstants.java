// Constants of an interface: one known to the compiler, one made by an initialiser at run time.
public class InterfaceConstants implements Limits {
    private int count = 0;

    public void put() {
        if (count == MOST) {
            throw new IllegalStateException();
        }
        count++;
    }

    public void take() {
        if (count < STEPS[1]) {
            throw new IllegalStateException();
        }
        count -= STEPS[1];
    }
}

interface Limits {
    int MOST = 3;
    int[] STEPS = {1, MOST - 1};
}
