// A transaction: begun, marked for rollback, suspended and resumed, committed or rolled back (Singh et al., "May and Must Abstractions", 2010).
public class TransactionManager {
    private boolean begun = false;
    private boolean suspended = false;
    private boolean rollbackOnly = false;

    public void begin() {
        if (begun) {
            throw new IllegalStateException();
        }
        begun = true;
    }

    public void suspend() {
        requireRunning();
        if (rollbackOnly) {
            throw new IllegalStateException();
        }
        suspended = true;
    }

    public void resume() {
        if (!suspended) {
            throw new IllegalStateException();
        }
        suspended = false;
    }

    public void commit() {
        requireRunning();
        if (rollbackOnly) {
            throw new IllegalStateException();
        }
        begun = false;
    }

    public void rollback() {
        requireRunning();
        begun = false;
        rollbackOnly = false;
    }

    public void setRollbackOnly() {
        requireRunning();
        rollbackOnly = true;
    }

    private void requireRunning() {
        if (!begun || suspended) {
            throw new IllegalStateException();
        }
    }
}
