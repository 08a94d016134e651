// Arithmetic on characters: computed as int, stored as char.
public class CharMath {
    private char letter = 'a';

    public void rotate() {
        if (letter < 'a') {
            throw new IllegalStateException();
        }
        letter = (char) ((letter - 'a' + 13) % 26 + 'a');
    }

    public void upper() {
        if (letter < 'a') {
            throw new IllegalStateException();
        }
        letter -= ' ';
    }

    public void lower() {
        if (letter >= 'a') {
            throw new IllegalStateException();
        }
        letter += ' ';
    }

    public void first() {
        if (letter != 'a' && letter != 'A') {
            throw new IllegalStateException();
        }
    }
}
