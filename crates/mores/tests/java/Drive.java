import java.io.*;
import java.lang.reflect.*;

/** Calls a filter on inputs from standard input, one a line, symbols in hexadecimal; says what it writes, or how it fails. */
public class Drive {
    public static void main(String[] arguments) throws Exception {
        Method method = null;
        for (Method declared : Class.forName(arguments[0]).getDeclaredMethods()) {
            if (declared.getName().equals(arguments[1])) {
                method = declared;
            }
        }
        method.setAccessible(true);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        PrintStream answers = System.out;
        StringBuilder all = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            all.append(answer(method, symbols(line))).append('\n');
        }
        answers.print(all);
        answers.flush();
    }

    private static int[] symbols(String line) {
        if (line.isEmpty()) {
            return new int[0];
        }
        String[] words = line.split(" ");
        int[] symbols = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            symbols[i] = Integer.parseInt(words[i], 16);
        }
        return symbols;
    }

    private static String answer(Method method, int[] symbols) throws Exception {
        StringWriter characters = new StringWriter();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        char[] text = new char[symbols.length];
        byte[] octets = new byte[symbols.length];
        for (int i = 0; i < symbols.length; i++) {
            text[i] = (char) symbols[i];
            octets[i] = (byte) symbols[i];
        }
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        PrintStream print = new PrintStream(bytes, true, "US-ASCII");
        for (int i = 0; i < types.length; i++) {
            values[i] = types[i] == String.class || types[i] == CharSequence.class ? (Object) new String(text)
                : types[i] == char[].class ? text
                : types[i] == Reader.class ? new StringReader(new String(text))
                : types[i] == InputStream.class ? new ByteArrayInputStream(octets)
                : types[i] == OutputStream.class ? bytes
                : types[i] == String[].class ? new String[0]
                : characters;
        }
        System.setIn(new ByteArrayInputStream(octets));
        PrintStream out = System.out;
        System.setOut(print);
        try {
            Object object = null;
            if (!Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
                constructor.setAccessible(true);
                object = constructor.newInstance();
            }
            Object result = method.invoke(object, values);
            if (result instanceof CharSequence) {
                characters.append((CharSequence) result);
            }
        } catch (InvocationTargetException thrown) {
            return "!" + thrown.getCause().getClass().getSimpleName();
        } finally {
            print.flush();
            System.setOut(out);
        }
        StringBuilder answer = new StringBuilder();
        for (char c : characters.toString().toCharArray()) {
            answer.append(Integer.toHexString(c)).append(' ');
        }
        for (byte b : bytes.toByteArray()) {
            answer.append(Integer.toHexString(b & 0xff)).append(' ');
        }
        return answer.toString().trim();
    }
}
