// A mode that decides which calls are legal (after java.security.Signature, Howar et al. 2013, Singh et al. 2010).
public class Signature {
    private static final int UNINITIALIZED = 0;
    private static final int SIGN = 2;
    private static final int VERIFY = 3;
    private int state = UNINITIALIZED;

    public void initSign() {
        state = SIGN;
    }

    public void initVerify() {
        state = VERIFY;
    }

    public void update() {
        if (state != SIGN && state != VERIFY) {
            throw new IllegalStateException();
        }
    }

    public void sign() {
        if (state != SIGN) {
            throw new IllegalStateException();
        }
    }

    public void verify() {
        if (state != VERIFY) {
            throw new IllegalStateException();
        }
    }
}
