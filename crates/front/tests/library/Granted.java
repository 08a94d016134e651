import java.util.Locale;

/** What depends on the machine and is taken for granted: the real one is started so. */
public class Granted {
    public static int locale(int n) { return Locale.getDefault().toString().hashCode(); }

    public static int ofKind(int n) { return Locale.getDefault(Locale.Category.FORMAT).getLanguage().hashCode(); }

    public static int cases(int n) { return ("\u00c4I" + n).toLowerCase().hashCode() * 31 + "\u00e4i".toUpperCase().hashCode(); }

    public static int system(int n) { return System.getProperty("os.name").hashCode(); }

    public static int encoding(int n) { return System.getProperty("file.encoding").hashCode(); }

    public static int bytes(int n) { return ("\u00e4\u20ac" + n).getBytes().length * 31 + new String(new byte[] {(byte) 0xc3, (byte) 0xa4}).charAt(0); }

    public static int folder(int n) { return System.getProperty("user.dir") == null ? 0 : 1; }

    public static int unset(int n) { return System.getenv("NO_SUCH_VARIABLE_OF_MORES") == null ? 0 : 1; }
}
