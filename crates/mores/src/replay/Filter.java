import java.io.*;
import java.lang.reflect.*;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Calls a filter on inputs. Arguments: its class, its method and the descriptor of that, then folders and jars. Input, a line
 * each: the symbols in hexadecimal. Answers: "w" and the symbols that were written, "null" if that was returned, or "!" and
 * the exception. Classes are loaded afresh for each input, with assertions on.
 */
public class Filter {
    public static void main(String[] arguments) throws Exception {
        URL[] urls = new URL[arguments.length - 3];
        for (int i = 0; i < urls.length; i++) urls[i] = new File(arguments[i + 3]).toURI().toURL();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        // What is printed by the filter must not look like an answer.
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(new Filter(line).answer(urls, arguments[0], arguments[1] + arguments[2]));
            answers.flush();
        }
    }

    private final char[] text;
    private final byte[] bytes;
    private final StringWriter characters = new StringWriter();
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
    private final StringBuilder builder = new StringBuilder();
    private final StringBuffer buffer = new StringBuffer();

    private Filter(String line) {
        String[] words = line.isEmpty() ? new String[0] : line.split(" ");
        text = new char[words.length];
        bytes = new byte[words.length];
        for (int i = 0; i < words.length; i++) {
            text[i] = (char) Integer.parseInt(words[i], 16);
            bytes[i] = (byte) text[i];
        }
    }

    private String answer(URL[] urls, String name, String selector) {
        try {
            URLClassLoader loader = new URLClassLoader(urls);
            loader.setDefaultAssertionStatus(true);
            Class<?> type = Class.forName(name, false, loader);
            Method method = method(type, selector);
            Object object = null;
            if (!Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                object = constructor.newInstance();
            }
            Object[] values = new Object[method.getParameterCount()];
            for (int i = 0; i < values.length; i++) values[i] = value(method.getParameterTypes()[i]);
            Object result = method.invoke(object, values);
            return written(method, result);
        } catch (InvocationTargetException e) {
            return "!" + e.getCause().getClass().getName();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            return "!" + e.getClass().getName();
        } catch (Throwable e) {
            return "?" + e.toString().replace('\n', ' ');
        }
    }

    private static Method method(Class<?> type, String selector) {
        for (Method method : type.getDeclaredMethods()) {
            String descriptor = java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
            if (selector.equals(method.getName() + descriptor)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalArgumentException("there is no " + selector);
    }

    private Object value(Class<?> type) {
        if (type == String.class || type == CharSequence.class) return new String(text);
        if (type == char[].class) return text.clone();
        if (type == byte[].class) return bytes.clone();
        if (type == Reader.class) return new StringReader(new String(text));
        if (type == InputStream.class) return new ByteArrayInputStream(bytes);
        if (type == Writer.class || type == Appendable.class) return characters;
        if (type == OutputStream.class) return octets;
        if (type == PrintStream.class) return new PrintStream(octets, true);
        if (type == StringBuilder.class) return builder;
        if (type == StringBuffer.class) return buffer;
        throw new IllegalArgumentException("nothing is passed as a " + type.getName());
    }

    /** What a filter gives is its output, unless it was given something to write to. */
    private String written(Method method, Object result) throws IOException {
        boolean gives = method.getReturnType() != void.class;
        for (Class<?> type : method.getParameterTypes()) {
            gives &= !(Appendable.class.isAssignableFrom(type) || OutputStream.class.isAssignableFrom(type));
        }
        if (gives && result == null) return "null";
        if (gives && result instanceof byte[]) octets.write((byte[]) result);
        else if (gives && result instanceof char[]) characters.write((char[]) result);
        else if (gives) characters.append((CharSequence) result);
        StringBuilder answer = new StringBuilder("w");
        for (char c : (characters.toString() + builder + buffer).toCharArray()) {
            answer.append(' ').append(Integer.toHexString(c));
        }
        for (byte b : octets.toByteArray()) answer.append(' ').append(Integer.toHexString(b & 0xff));
        return answer.toString();
    }
}
