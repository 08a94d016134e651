import java.io.IOException;

/** From standard input to standard output: the first letter of each word becomes a capital. */
public class Capitalize {
    public static void main(String[] arguments) throws IOException {
        boolean inWord = false;
        int c;
        while ((c = System.in.read()) != -1) {
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (letter && !inWord && c >= 'a') {
                System.out.print((char) (c - 'a' + 'A'));
            } else {
                System.out.write(c);
            }
            inWord = letter;
        }
        System.out.flush();
    }
}
