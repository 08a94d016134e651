public class Texts {
    public static int concat(int n) {
        String s = "a" + n + 'c' + (n > 0) + 1L + null + 2.5 + (byte) n + new StringBuilder("b");
        return s.hashCode();
    }

    public static int constants(int n) {
        final String x = "\u0001" + "\u0002";
        return (x + n + "\u0001end").hashCode();
    }

    public static int wide(int n) {
        String s = "\u4f60" + n + "\u597d\ud83d\ude00";
        return s.hashCode() + s.length() * 1000 + s.codePointCount(0, s.length()) + s.indexOf('\u597d');
    }

    public static int methods(int n) {
        String s = "Hello, World " + n;
        int r = s.length();
        r = r * 31 + s.indexOf("World") + s.lastIndexOf('o') + s.charAt(4);
        r = r * 31 + s.substring(3, 9).hashCode();
        r = r * 31 + s.toUpperCase().hashCode() % 1000;
        r = r * 31 + s.replace('l', 'L').hashCode() + s.replace("World", "you").hashCode();
        r = r * 31 + (s.startsWith("Hell") ? 1 : 0) + (s.endsWith("x") ? 2 : 0) + (s.contains("lo") ? 4 : 0);
        r = r * 31 + "  trim ".trim().length() + " strip ".strip().length();
        return r;
    }

    public static int compare(int n) {
        String a = "abc" + n, b = "abd" + n;
        return a.compareTo(b) + (a.equals("abc" + n) ? 10 : 0) + (a.equalsIgnoreCase("ABC" + n) ? 100 : 0)
            + "b".compareToIgnoreCase("A") + (a == a.toString() ? 1000 : 0);
    }

    public static int outside(int n) {
        return "abc".charAt(n);
    }

    public static int part(int n) {
        return "abcdef".substring(n, 4).length();
    }

    public static int builder(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20; i++) b.append(i).append(',');
        b.insert(3, "xyz").deleteCharAt(0).reverse().setCharAt(1, '!');
        b.append(new char[] {'q'}).append(1.5f).append(n).setLength(30);
        return b.toString().hashCode() + b.indexOf("!") + b.length();
    }

    public static int splits(int n) {
        String[] parts = ("a,b,," + n + ",").split(",");
        int r = parts.length;
        for (String p : parts) r = r * 31 + p.hashCode();
        return r;
    }

    public static int joins(int n) {
        java.util.StringJoiner j = new java.util.StringJoiner("-", "<", ">");
        j.setEmptyValue("none");
        if (n > 0) j.add("a").add("b" + n);
        return j.toString().hashCode() + String.join("/", "x", "y", "z").hashCode();
    }

    public static int numbers(int n) {
        return Integer.parseInt("" + n) + Integer.toString(n, 7).hashCode() + Integer.toHexString(n).hashCode()
            + Long.toString(n * 1000000007L).hashCode() + Integer.toBinaryString(n & 255).length()
            + Long.numberOfTrailingZeros(n) + Integer.bitCount(n) + Integer.reverse(n) + Long.hashCode(n);
    }

    public static int wrong(int n) {
        return Integer.parseInt("x" + n);
    }

    public static int characters(int n) {
        char c = (char) (n + 'a');
        return (Character.isLetter(c) ? 1 : 0) + (Character.isDigit(c) ? 2 : 0) + Character.toUpperCase(c) * 4
            + (Character.isWhitespace(' ') ? 1000 : 0) + Character.getNumericValue('7') + Character.forDigit(11, 16);
    }

    public static int repeated(int n) {
        return "ab".repeat(Math.max(0, n)).hashCode();
    }

    public static boolean interned(int n) {
        return "abc".intern() == "abc" && new String("abc") != "abc";
    }

    public static int chars(int n) {
        int sum = 0;
        for (char c : ("text" + n).toCharArray()) sum = sum * 7 + c;
        return sum + String.valueOf(new char[] {'a', 'b'}).hashCode() + String.valueOf(n > 0).length();
    }

    public static int switched(int n) {
        switch ("k" + n) {
            case "k0": return 5;
            case "k1": return 6;
            case "k-1": return 7;
            default: return 8;
        }
    }

    public static int formatted(int n) {
        return "%d items".length() + n;
    }

    public static int builderOutside(int n) {
        return new StringBuilder("abc").charAt(n);
    }
}
