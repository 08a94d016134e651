import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import judge.Walk;

/**
 * Arguments: a folder of classes, then for each class its package, how many walks are made, whether each walk loads the
 * class anew, and the class of its tests or "-". Prints a line for each walk that contradicts and one for each class.
 */
public class Main {
    private static final int LONGEST = 10;

    public static void main(String[] args) throws Exception {
        URL[] classes = {new File(args[0]).toURI().toURL()};
        for (int at = 1; at < args.length; at += 4) {
            String name = args[at];
            walks(classes, name, Integer.parseInt(args[at + 1]), args[at + 2].equals("anew"));
            if (!args[at + 3].equals("-")) {
                System.out.println("tests " + name);
                Class<?> runner = new Anew(classes, name).loadClass("Runner");
                runner.getMethod("main", String[].class).invoke(null, (Object) new String[] {name + "." + args[at + 3]});
            }
        }
    }

    private static void walks(URL[] classes, String name, int walks, boolean anew) throws Exception {
        int compared = 0;
        Walk walk = null;
        for (int i = 0; i < walks; i++) {
            if (walk == null || anew) {
                walk = (Walk) new Anew(classes, name).loadClass(name + ".Judge").getDeclaredConstructor().newInstance();
            }
            walk.walk(i * 31L + name.hashCode(), LONGEST);
            if (walk.contradiction != null) {
                System.out.println("contradicted " + name + " " + walk.contradiction);
                break;
            }
            if (anew) {
                compared += walk.compared;
            }
        }
        System.out.println("compared " + name + " " + (anew || walk == null ? compared : walk.compared));
    }

    /** Loads the classes of a package, and what runs tests, itself; with assertions. */
    private static final class Anew extends URLClassLoader {
        private final String prefix;

        Anew(URL[] classes, String name) {
            super(classes, Main.class.getClassLoader());
            prefix = name + ".";
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(prefix) && !name.equals("Runner")) return super.loadClass(name, resolve);
            Class<?> found = findLoadedClass(name);
            return found == null ? findClass(name) : found;
        }
    }
}
