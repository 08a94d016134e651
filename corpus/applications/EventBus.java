import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Passes events to those who listen to their topic. */
public class EventBus {
    /** Somebody who wants to know. */
    public interface Listener {
        void onEvent(String topic, Object event);
    }

    private final Map<String, List<Listener>> listeners = new LinkedHashMap<>();
    private boolean started;
    private boolean stopped;
    private int delivered;

    public void start() {
        if (stopped) {
            throw new IllegalStateException("a stopped bus cannot be started again");
        }
        if (started) {
            throw new IllegalStateException("started already");
        }
        started = true;
    }

    public void stop() {
        if (!started || stopped) {
            throw new IllegalStateException("the bus is not running");
        }
        stopped = true;
        listeners.clear();
    }

    public void subscribe(String topic, Listener listener) {
        if (topic == null || listener == null) {
            throw new IllegalArgumentException("topic and listener are needed");
        }
        if (stopped) {
            throw new IllegalStateException("the bus was stopped");
        }
        List<Listener> present = listeners.computeIfAbsent(topic, name -> new ArrayList<>());
        if (present.contains(listener)) {
            throw new IllegalArgumentException("listens to " + topic + " already");
        }
        present.add(listener);
    }

    public void unsubscribe(String topic, Listener listener) {
        List<Listener> present = listeners.get(topic);
        if (present == null || !present.remove(listener)) {
            throw new IllegalArgumentException("does not listen to " + topic);
        }
        if (present.isEmpty()) {
            listeners.remove(topic);
        }
    }

    public int publish(String topic, Object event) {
        if (!started || stopped) {
            throw new IllegalStateException("the bus is not running");
        }
        if (event == null) {
            throw new NullPointerException("event");
        }
        List<Listener> present = listeners.get(topic);
        if (present == null) {
            return 0;
        }
        for (Listener listener : present) {
            listener.onEvent(topic, event);
            delivered++;
        }
        return present.size();
    }

    public boolean hasListeners(String topic) {
        return listeners.containsKey(topic);
    }

    public int delivered() {
        return delivered;
    }
}
