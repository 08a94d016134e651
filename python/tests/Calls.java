import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Makes calls on real classes. A line of input is a class and calls, separated by tabs; a call is a name, the types of the parameters
 * and the arguments, separated by bars. Each line gets the class anew, with what it keeps in static fields. A line of output is `ok`,
 * or the index of the call that throws and the class of what it throws.
 */
public class Calls {
    public static void main(String[] arguments) throws Exception {
        URL[] classes = {new File(arguments[0]).toURI().toURL()};
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (URLClassLoader loader = new URLClassLoader(classes)) {
                loader.setDefaultAssertionStatus(true);
                answers.println(answer(loader, line.split("\t")));
            }
        }
    }

    private static String answer(ClassLoader loader, String[] line) throws Exception {
        Class<?> type = Class.forName(line[0], false, loader);
        Object it = null;
        for (int i = 1; i < line.length; i++) {
            String[] call = line[i].split("\\|", -1);
            int count = (call.length - 1) / 2;
            Class<?>[] types = new Class<?>[count];
            Object[] values = new Object[count];
            for (int k = 0; k < count; k++) {
                types[k] = type(call[1 + k]);
                values[k] = value(call[1 + k], call[1 + count + k]);
            }
            try {
                if (call[0].equals(type.getSimpleName())) {
                    Constructor<?> constructor = type.getDeclaredConstructor(types);
                    constructor.setAccessible(true);
                    it = constructor.newInstance(values);
                } else {
                    method(type, call[0], types).invoke(it, values);
                }
            } catch (InvocationTargetException thrown) {
                return (i - 1) + " " + thrown.getCause().getClass().getName();
            } catch (ExceptionInInitializerError thrown) {
                return (i - 1) + " " + thrown.getClass().getName();
            }
        }
        return "ok";
    }

    private static Method method(Class<?> type, String name, Class<?>[] types) throws NoSuchMethodException {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            try {
                Method found = owner.getDeclaredMethod(name, types);
                found.setAccessible(true);
                return found;
            } catch (NoSuchMethodException inherited) {
                // It is looked for in the class above.
            }
        }
        Method ofAnInterface = type.getMethod(name, types);
        ofAnInterface.setAccessible(true);
        return ofAnInterface;
    }

    private static Class<?> type(String name) {
        switch (name) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "short": return short.class;
            case "char": return char.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            default: return double.class;
        }
    }

    private static Object value(String type, String text) {
        switch (type) {
            case "boolean": return Boolean.valueOf(text);
            case "byte": return Byte.valueOf(text);
            case "short": return Short.valueOf(text);
            case "char": return (char) Integer.parseInt(text);
            case "int": return Integer.valueOf(text);
            case "long": return Long.valueOf(text);
            case "float": return Float.intBitsToFloat(Integer.parseInt(text));
            default: return Double.longBitsToDouble(Long.parseLong(text));
        }
    }
}
