import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs the tests of the classes that are named; a line for each: "passed NAME" or "failed NAME: WHY". */
public class Runner {
    public static void main(String[] classes) throws Exception {
        for (String name : classes) {
            Class<?> type = Class.forName(name);
            List<Method> tests = new ArrayList<>(List.of(type.getDeclaredMethods()));
            tests.removeIf(method -> !method.isAnnotationPresent(Test.class));
            tests.sort(Comparator.comparing(Method::getName));
            for (Method test : tests) {
                System.out.println(run(type, test));
            }
        }
    }

    private static String run(Class<?> type, Method test) throws Exception {
        String name = test.getAnnotation(DisplayName.class).value();
        // As JUnit does: an object for each test.
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        test.setAccessible(true);
        try {
            test.invoke(constructor.newInstance());
            return "passed " + name;
        } catch (InvocationTargetException e) {
            return "failed " + name + ": " + e.getCause();
        }
    }
}
