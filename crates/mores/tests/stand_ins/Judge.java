import java.io.*;
import java.lang.reflect.*;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;

/**
 * Calls filters. Arguments: the folder of their classes, and a folder for files. Input, a line each: the class, whether
 * streams give all at once ("all") or one symbol at a time ("one"), and the symbols in hexadecimal. Answers: "w" and what was
 * written, "null" if that was returned, or "!" and the exception. Standard streams are made as the machine makes them
 * when it starts, of files, and nobody flushes them in the end, as the machine does not.
 */
public class Judge {
    public static void main(String[] arguments) throws Exception {
        URL[] classes = {new File(arguments[0]).toURI().toURL()};
        File folder = new File(arguments[1]);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        PrintStream answers = System.out;
        StringBuilder all = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            byte[] low = new byte[words.length - 2];
            char[] text = new char[words.length - 2];
            for (int i = 0; i < text.length; i++) {
                text[i] = (char) Integer.parseInt(words[i + 2], 16);
                low[i] = (byte) text[i];
            }
            Class<?> type = Class.forName(words[0], true, new URLClassLoader(classes));
            all.append(new Judge(words[1].equals("one"), text, low, folder).answer(type)).append('\n');
            System.setOut(answers);
        }
        answers.print(all);
        answers.flush();
    }

    private final boolean slow;
    private final char[] text;
    private final byte[] bytes;
    private final File folder;
    private final StringWriter characters = new StringWriter();
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
    private final StringBuilder builder = new StringBuilder();
    private final StringBuffer buffer = new StringBuffer();

    private Judge(boolean slow, char[] text, byte[] bytes, File folder) {
        this.slow = slow;
        this.text = text;
        this.bytes = bytes;
        this.folder = folder;
    }

    private String answer(Class<?> type) throws Exception {
        Method method = null;
        for (Method declared : type.getDeclaredMethods()) {
            if (declared.getName().equals("f") || declared.getName().equals("main")) {
                method = declared;
            }
        }
        method.setAccessible(true);
        boolean program = method.getName().equals("main");
        File written = new File(folder, "written");
        if (program) {
            File read = new File(folder, "read");
            Files.write(read.toPath(), bytes);
            System.setIn(new BufferedInputStream(new FileInputStream(read)));
            System.setOut(standardOutput(new FileOutputStream(written)));
        }
        Object[] values = new Object[method.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(method.getParameterTypes()[i]);
        }
        Object result;
        try {
            result = method.invoke(null, values);
        } catch (InvocationTargetException thrown) {
            return "!" + thrown.getCause().getClass().getSimpleName();
        }
        if (program) {
            octets.write(Files.readAllBytes(written.toPath()));
        } else if (method.getReturnType() != void.class) {
            if (result == null) {
                return "null";
            }
            give(result);
        }
        StringBuilder answer = new StringBuilder("w");
        for (char c : (characters.toString() + builder + buffer).toCharArray()) {
            answer.append(' ').append(Integer.toHexString(c));
        }
        for (byte b : octets.toByteArray()) {
            answer.append(' ').append(Integer.toHexString(b & 0xff));
        }
        return answer.toString();
    }

    private void give(Object result) throws IOException {
        if (result instanceof byte[]) {
            octets.write((byte[]) result);
        } else if (result instanceof char[]) {
            characters.write((char[]) result);
        } else {
            characters.append((CharSequence) result);
        }
    }

    /** As System does it. */
    private static PrintStream standardOutput(FileOutputStream file) throws Exception {
        for (Method method : System.class.getDeclaredMethods()) {
            if (method.getName().equals("newPrintStream")) {
                method.setAccessible(true);
                return (PrintStream) method.invoke(null, file, "US-ASCII");
            }
        }
        throw new IllegalStateException("System makes its streams in another way");
    }

    private Object value(Class<?> type) {
        if (type == String.class || type == CharSequence.class) return new String(text);
        if (type == char[].class) return text.clone();
        if (type == byte[].class) return bytes.clone();
        if (type == Reader.class) return slow ? new SlowReader(text) : new StringReader(new String(text));
        if (type == InputStream.class) return slow ? new SlowStream(bytes) : new ByteArrayInputStream(bytes);
        if (type == Writer.class || type == Appendable.class) return characters;
        if (type == OutputStream.class) return octets;
        if (type == PrintStream.class) return new PrintStream(octets, true);
        if (type == StringBuilder.class) return builder;
        if (type == StringBuffer.class) return buffer;
        if (type == String[].class) return new String[0];
        throw new IllegalArgumentException(type.getName());
    }

    private static final class SlowReader extends Reader {
        private final char[] text;
        private int at;

        SlowReader(char[] text) {
            this.text = text;
        }

        @Override
        public int read(char[] into, int from, int count) {
            java.util.Objects.checkFromIndexSize(from, count, into.length);
            if (count == 0) return 0;
            if (at == text.length) return -1;
            into[from] = text[at++];
            return 1;
        }

        @Override
        public void close() {}
    }

    private static final class SlowStream extends InputStream {
        private final byte[] bytes;
        private int at;

        SlowStream(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int from, int count) {
            java.util.Objects.checkFromIndexSize(from, count, into.length);
            if (count == 0) return 0;
            if (at == bytes.length) return -1;
            into[from] = bytes[at++];
            return 1;
        }
    }
}
