/** Texts put together in every way that a compiler or a programmer writes. */
public class Chains {
    private static int calls;

    /** Its text changes what the next one is. */
    private static class Counter {
        final boolean isSilent;

        Counter(boolean isSilent) {
            this.isSilent = isSilent;
        }

        @Override
        public String toString() {
            calls++;
            if (calls % 7 == 6) {
                throw new IllegalStateException("call " + calls);
            }
            return isSilent ? null : "<" + calls + ">";
        }
    }

    private String text = "t";
    private String[] texts = {"x", null};

    public static String kinds(int i, long l, float f, double d, boolean b, char c) {
        return "" + i + l + f + d + b + c + (byte) i + (short) i + null + (Object) "o" + 'c' + "\u4f60";
    }

    public static String effects(int n) {
        calls = n;
        Counter a = new Counter(false), b = new Counter(true);
        return "a" + a + calls + b + calls++ + a + n;
    }

    public static String variables(int n) {
        String s = "s";
        return s + n + n++ + (s = "u") + ++n + s + (n = 7) + n;
    }

    public static String nulls(int n) {
        String none = null;
        Object nothing = n > 0 ? null : "object";
        Integer boxed = n > 1 ? null : Integer.valueOf(n);
        return none + nothing + boxed + none + n;
    }

    public static String nested(int n) {
        return "(" + ("[" + n + ("{" + -n + "}") + "]") + ("<" + n) + ")";
    }

    public static String choices(int n) {
        return "a" + n + (n > 0 ? "p" + n : "n") + (n == 1 && n < 5) + (n > 1 ? 1 : 2L) + n;
    }

    public static String caught(int n) {
        calls = n;
        String seen = "none";
        try {
            seen = "x" + calls + new Counter(false) + (10 / n) + calls + n;
        } catch (ArithmeticException e) {
            seen += "/" + calls + n;
        } catch (IllegalStateException e) {
            seen = "failed" + calls + e.getMessage();
        } finally {
            seen += "." + n;
        }
        return seen;
    }

    public static String tried(int n) {
        StringBuilder builder = new StringBuilder("b");
        for (int i = 0; i < 3; i++) {
            try {
                builder.append("i" + i + n / (n - i)).append(i);
            } catch (ArithmeticException e) {
                builder.append('!').append(n);
            }
        }
        return builder.append(builder).toString();
    }

    public static String loops(int n) {
        String s = "";
        for (int i = 0; i < n % 5; i++) {
            s += i + ",";
            s = n + s + i;
        }
        return s;
    }

    public String fields(int n) {
        this.text += n + "f";
        texts[0] += n;
        texts[1] += this.text + n;
        return text + texts[0] + texts[1];
    }

    public static String builders(int n) {
        String first = new StringBuilder().toString() + new StringBuilder("q").append(n).append(new char[] {'c', 'd'});
        StringBuilder kept = new StringBuilder().append(n).append("k");
        kept.append(n).append(kept).append((Object) kept).append(kept.length());
        String once = kept.toString();
        String reversed = new StringBuilder(once).append(true).reverse().append(n).toString();
        return first + once + kept.append(1.5f) + reversed + new StringBuilder(3).append(n).append(4L).append('x');
    }

    public static String nullText(int n) {
        String none = n > 0 ? null : "some";
        return new StringBuilder(none).append(n).toString();
    }

    public static int capacities(int n) {
        return new StringBuilder("abc").append(n).capacity() * 100 + new StringBuilder().append("abc").append(n).capacity();
    }

    public static boolean identities(int n) {
        String s = "s" + n;
        return s == "s" + n || s + "" == s || new StringBuilder(s).toString() == s;
    }

    public static boolean compared(int n) {
        return new StringBuilder().append(n) == null || new StringBuilder("x").append(n).equals("x" + n);
    }

    public static String dropped(int n) {
        new StringBuilder().append(n).append("x");
        new StringBuilder();
        return String.valueOf(new StringBuilder().append(n).append((String) null).append((Object) null));
    }

    public static String chosen(int n) {
        return (n > 0 ? new StringBuilder("p") : new StringBuilder().append(n)).append(n).toString();
    }

    public static String digits(int n, long l) {
        return Integer.toHexString(n) + Integer.toString(n, 7) + Long.toBinaryString(l) + String.valueOf(l)
            + Integer.toOctalString(n) + Long.toString(l, 36) + Long.toHexString(l) + Long.toOctalString(l);
    }

    public static String formatted(int n) {
        return String.format("%s and %s%% of %b", n, "x" + n, n > 0) + String.format("") + String.format("%c", 'c');
    }

    public static String messages(int n) {
        try {
            return "abba".substring(n) + "abba".charAt(n);
        } catch (StringIndexOutOfBoundsException e) {
            return e.getMessage() == null ? "no message" : "a message";
        }
    }

    public static String many(int n) {
        return "a" + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n;
    }
}
