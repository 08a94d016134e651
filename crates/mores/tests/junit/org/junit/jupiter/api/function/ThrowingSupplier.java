package org.junit.jupiter.api.function;

/** Stands for JUnit's own. */
@FunctionalInterface
public interface ThrowingSupplier<T> {
    T get() throws Throwable;
}
