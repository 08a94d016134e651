package org.junit.jupiter.api.function;

/** Stands for JUnit's own. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}
