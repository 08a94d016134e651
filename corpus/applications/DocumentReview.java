import java.util.HashMap;
import java.util.Map;

/** The review of a document: which event leads from where to where is a map. */
public class DocumentReview {
    private enum Stage { WRITING, IN_REVIEW, CHANGES_WANTED, APPROVED, PUBLISHED, WITHDRAWN }

    private final Map<Stage, Map<String, Stage>> transitions = new HashMap<>();
    private Stage stage = Stage.WRITING;
    private int rounds;

    public DocumentReview() {
        allow(Stage.WRITING, "submit", Stage.IN_REVIEW);
        allow(Stage.IN_REVIEW, "approve", Stage.APPROVED);
        allow(Stage.IN_REVIEW, "reject", Stage.CHANGES_WANTED);
        allow(Stage.CHANGES_WANTED, "submit", Stage.IN_REVIEW);
        allow(Stage.APPROVED, "publish", Stage.PUBLISHED);
        allow(Stage.APPROVED, "reject", Stage.CHANGES_WANTED);
        allow(Stage.WRITING, "withdraw", Stage.WITHDRAWN);
        allow(Stage.CHANGES_WANTED, "withdraw", Stage.WITHDRAWN);
    }

    private void allow(Stage from, String event, Stage to) {
        transitions.computeIfAbsent(from, key -> new HashMap<>()).put(event, to);
    }

    public void fire(String event) {
        if (event == null) {
            throw new IllegalArgumentException("an event is needed");
        }
        Map<String, Stage> from = transitions.get(stage);
        Stage next = from == null ? null : from.get(event);
        if (next == null) {
            throw new IllegalStateException("no " + event + " in " + stage);
        }
        if (next == Stage.IN_REVIEW) {
            rounds++;
        }
        stage = next;
    }

    public boolean can(String event) {
        Map<String, Stage> from = transitions.get(stage);
        return from != null && from.containsKey(event);
    }

    public boolean isFinal() {
        return !transitions.containsKey(stage);
    }

    public void edit() {
        if (stage != Stage.WRITING && stage != Stage.CHANGES_WANTED) {
            throw new IllegalStateException("the document is closed for editing in " + stage);
        }
    }

    public String address() {
        if (stage != Stage.PUBLISHED) {
            throw new IllegalStateException("not published");
        }
        return "/documents/" + rounds;
    }

    public String stage() {
        return stage.name();
    }

    public int rounds() {
        return rounds;
    }
}
