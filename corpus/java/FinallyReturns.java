// A finally block that returns swallows the exception, one that only assigns does not change what is returned.
public class FinallyReturns {
    private int value = 0;

    public void swallow(boolean fail) {
        value = swallowed(fail);
    }

    public void keep() {
        value = kept();
    }

    public void one() {
        require(value == 1);
    }

    public void two() {
        require(value == 2);
    }

    @SuppressWarnings("finally")
    private static int swallowed(boolean fail) {
        int result = 2;
        try {
            if (fail) {
                throw new IllegalArgumentException();
            }
            result = 0;
        } finally {
            return result;
        }
    }

    private static int kept() {
        int result = 1;
        try {
            return result;
        } finally {
            result = 2;
        }
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
