package org.junit.jupiter.api;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** As much of JUnit's own as generated tests use, with the same overloads. */
public final class Assertions {
    private Assertions() {
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable call) {
        try {
            call.execute();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return expected.cast(thrown);
            }
            throw new IllegalStateException("expected " + expected.getName() + ", but it threw " + thrown, thrown);
        }
        throw new IllegalStateException("expected " + expected.getName() + ", but nothing was thrown");
    }

    public static void assertDoesNotThrow(Executable call) {
        try {
            call.execute();
        } catch (Throwable thrown) {
            throw new IllegalStateException("unexpected " + thrown, thrown);
        }
    }

    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> call) {
        try {
            return call.get();
        } catch (Throwable thrown) {
            throw new IllegalStateException("unexpected " + thrown, thrown);
        }
    }

    public static void assertEquals(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException("expected " + expected + ", but it is " + actual);
        }
    }
}
