// A static initialiser that fails: the first use gets an ExceptionInInitializerError, every later one another error.
public class InitFailure {
    private static boolean prepared = false;
    private boolean loaded = false;

    public void prepare() {
        prepared = true;
    }

    public void load() {
        try {
            Config.touch();
            loaded = true;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof IllegalStateException;
        }
    }

    public void use() {
        if (!loaded) {
            throw new IllegalStateException();
        }
    }

    private static final class Config {
        static {
            if (!prepared) {
                throw new IllegalStateException();
            }
        }

        static void touch() {}
    }
}
