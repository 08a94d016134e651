/** Methods whose answers depend on what their arguments are and hold, in ways in which a printed guard can leave a case out. */
public class Guarded {
    Part held;
    boolean on;

    static class Part {
        Part sink;
        int port;
        boolean ready;
        Part next;
    }

    abstract static class Job {
        int size;
    }

    static class Quick extends Job {
    }

    static class Quicker extends Quick {
        int speed;
    }

    static class Slow extends Job {
    }

    private static void refuse(boolean wrong) {
        if (wrong) {
            throw new IllegalStateException();
        }
    }

    public void connect(Part part) {
        refuse(part.sink != null);
        on = true;
    }

    public void hold(Part part) {
        refuse(part == null || part.port != 5);
        held = part;
    }

    public void drop() {
        refuse(held == null);
        held = null;
    }

    public void ported(Part part) {
        refuse(part != null && part.port == 7);
    }

    public void flagged(Part part) {
        refuse(part == null || !part.ready);
    }

    public void nested(Part part) {
        refuse(part != null && part.next != null && part.next.port == 7);
    }

    public void same(Part part) {
        refuse(part == held);
    }

    public void pair(Part part, Part other) {
        refuse(part == other);
    }

    public void either(Part part, Part other) {
        refuse(part != null && other != null && part.port == other.port);
    }

    public void named(String name) {
        refuse(name != null && name.length() > 0 && name.charAt(0) == 'x');
    }

    public void spoken(String name) {
        refuse("open".equals(name) || "xy".equals(name));
    }

    public void twice(String name) {
        refuse(name != null && name.length() == 2 && name.charAt(0) == name.charAt(1));
    }

    public void filled(int[] data) {
        refuse(data != null && data.length > 1 && data[0] == data[1]);
    }

    public void marked(boolean[] data) {
        refuse(data == null || data.length > 0 && data[0]);
    }

    public void ranged(int[] data, int from, int count) {
        refuse(data == null || from < 0 || count < 0 || count > data.length - from);
    }

    public void held(int[] data, int place) {
        refuse(data != null && 0 <= place && place < data.length);
    }

    public void reached(Object[][] rows, int place) {
        refuse(rows != null && rows.length == 1 && rows[0] != null && place < rows[0].length);
    }

    public void divided(int by) {
        refuse(by != 0 && -7 % by == -1);
    }

    public void shared(int by, int amount) {
        refuse(by > 0 && amount / by > 3);
    }

    public void reach(long far) {
        refuse(far > 5_000_000_000L || far == -3_000_000_000L);
    }

    public void masked(byte bits) {
        refuse((bits & 0xff) > 200);
    }

    public void wide(int bits) {
        refuse((bits & 0xffffffffL) > 3_000_000_000L);
    }

    public void level(float value) {
        refuse(value != value || value > 1.5f);
    }

    public void boxed(Integer number) {
        refuse(number != null && number > 4);
    }

    public void run(Job job) {
        refuse(job instanceof Quicker);
    }

    public void start(Job job) {
        refuse(job == null || job.getClass() == Quick.class && job.size > 2);
    }
}
