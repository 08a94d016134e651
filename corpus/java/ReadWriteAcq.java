// A lock whose right to write outlives a plain release (Singh et al., "May and Must Abstractions", 2010, Fig. 1): acqx, write, rel, acq, write is legal.
public class ReadWriteAcq {
    private boolean held;
    private boolean exclusive;

    public void acq() {
        if (held) {
            throw new IllegalStateException();
        }
        held = true;
    }

    public void acqx() {
        if (held) {
            throw new IllegalStateException();
        }
        held = true;
        exclusive = true;
    }

    public void rel() {
        held = false;
    }

    public void relx() {
        held = false;
        exclusive = false;
    }

    public void read() {
        if (!held) {
            throw new IllegalStateException();
        }
    }

    public void write() {
        if (!exclusive) {
            throw new IllegalStateException();
        }
    }
}
