// A switch over a string that is a parameter; null is an error that nobody wrote down.
public class StringCommand {
    private boolean running = false;

    public void command(String word) {
        switch (word) {
            case "go":
                require(!running);
                running = true;
                break;
            case "no":
                require(running);
                running = false;
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
