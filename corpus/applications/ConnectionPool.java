import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Lends connections, at most as many as its capacity, and takes them back. */
public class ConnectionPool implements AutoCloseable {
    /** What is lent. */
    public static final class Connection {
        private boolean open = true;

        Connection() {
        }

        public boolean isOpen() {
            return open;
        }

        void shut() {
            open = false;
        }
    }

    private final int capacity;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Set<Connection> lent = new HashSet<>();
    private boolean closed;

    public ConnectionPool(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: " + capacity);
        }
        this.capacity = capacity;
    }

    public Connection borrow() {
        ensureOpen();
        Connection connection = idle.pollFirst();
        if (connection == null) {
            if (lent.size() >= capacity) {
                throw new IllegalStateException("all " + capacity + " connections are lent");
            }
            connection = new Connection();
        }
        lent.add(connection);
        return connection;
    }

    public void giveBack(Connection connection) {
        if (connection == null) {
            throw new NullPointerException("connection");
        }
        if (!lent.remove(connection)) {
            throw new IllegalArgumentException("this connection was not lent by this pool");
        }
        if (closed) {
            connection.shut();
        } else {
            idle.addFirst(connection);
        }
    }

    public void evict(Connection connection) {
        ensureOpen();
        if (!lent.remove(connection)) {
            throw new IllegalArgumentException("this connection was not lent by this pool");
        }
        connection.shut();
    }

    public void trim() {
        ensureOpen();
        while (!idle.isEmpty()) {
            idle.removeLast().shut();
        }
    }

    public int lent() {
        return lent.size();
    }

    public int idle() {
        return idle.size();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (Connection connection : idle) {
            connection.shut();
        }
        idle.clear();
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("the pool is closed");
        }
    }
}
