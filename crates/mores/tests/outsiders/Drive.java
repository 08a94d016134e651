import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Scanner;

/** Makes calls on a class whose outsiders answer as they are told. A line: the class, then calls with answers, `next=0,65`. */
public class Drive {
    private static final ArrayDeque<Integer> answers = new ArrayDeque<>();

    private static void fail(boolean wanted) throws IOException {
        if (wanted) {
            throw new IOException();
        }
    }

    private static final Reader READER = new Reader() {
        @Override
        public int read() throws IOException {
            // Who was not told more has nothing more to say.
            if (answers.isEmpty()) {
                return -1;
            }
            fail(answers.remove() != 0);
            return answers.remove();
        }

        @Override
        public int read(char[] into, int from, int count) {
            throw new AssertionError();
        }

        @Override
        public void close() throws IOException {
            fail(answers.remove() != 0);
        }
    };

    private static final Iterator<Object> ITERATOR = new Iterator<>() {
        @Override
        public boolean hasNext() {
            return answers.remove() != 0;
        }

        @Override
        public Object next() {
            return answers.remove() != 0 ? null : new Object();
        }
    };

    private static final class Polled extends Polling {
        @Override
        protected int poll() throws IOException {
            fail(answers.remove() != 0);
            return answers.remove();
        }
    }

    private static Object subject(String name) {
        return switch (name) {
            case "Feed" -> new Feed(READER);
            case "Polling" -> new Polled();
            case "Gather" -> new Gather(READER);
            default -> new Peeking(ITERATOR);
        };
    }

    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] words = lines.nextLine().split(" ");
            Object subject = subject(words[0]);
            StringBuilder said = new StringBuilder();
            for (int i = 1; i < words.length; i++) {
                said.append(call(subject, words[i]) ? "o" : "x");
                if (said.charAt(said.length() - 1) == 'x') {
                    break;
                }
            }
            System.out.println(said);
        }
    }

    private static boolean call(Object subject, String word) {
        String[] parts = word.split("=");
        answers.clear();
        if (parts.length > 1) {
            for (String answer : parts[1].split(",")) {
                answers.add(Integer.parseInt(answer));
            }
        }
        try {
            switch (parts[0]) {
                case "next" -> ((Feed) subject).next();
                case "ask" -> ((Polling) subject).ask();
                case "hasEnded" -> ((Polling) subject).hasEnded();
                case "close" -> ((Feed) subject).close();
                case "peek" -> ((Peeking) subject).peek();
                case "all" -> ((Gather) subject).all();
                case "again" -> ((Gather) subject).again();
                case "take" -> ((Peeking) subject).take();
                default -> ((Peeking) subject).age();
            }
            return true;
        } catch (Exception e) {
            return false;
        }
    }
}
