import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Threads {
    public static int atomics(int n) {
        AtomicInteger i = new AtomicInteger(n);
        AtomicLong l = new AtomicLong(5);
        AtomicBoolean b = new AtomicBoolean();
        AtomicReference<String> r = new AtomicReference<>("a");
        AtomicIntegerArray a = new AtomicIntegerArray(3);
        int x = i.incrementAndGet() + i.getAndAdd(3) + i.updateAndGet(v -> v * 2);
        x += l.addAndGet(4) + (b.compareAndSet(false, true) ? 1 : 0) + (b.getAndSet(false) ? 2 : 0);
        String s = "a";
        x += r.compareAndSet(s, "b") ? 4 : 0;
        x += r.getAndUpdate(v -> v + n).length() + r.get().length();
        a.set(1, 5);
        return x + a.getAndIncrement(1) + a.get(1) + a.length() + (i.compareAndSet(0, 1) ? 8 : 0);
    }

    public static int outside(int n) {
        return new AtomicIntegerArray(2).get(n);
    }

    public static int semaphore(int n) {
        Semaphore s = new Semaphore(2);
        boolean a = s.tryAcquire(), b = s.tryAcquire(), c = s.tryAcquire();
        s.release(3);
        return (a ? 1 : 0) + (b ? 2 : 0) + (c ? 4 : 0) + s.availablePermits() * 10 + s.drainPermits();
    }

    public static int lock(int n) {
        ReentrantLock l = new ReentrantLock();
        l.lock();
        l.lock();
        int r = l.getHoldCount() + (l.isLocked() ? 10 : 0) + (l.isHeldByCurrentThread() ? 100 : 0);
        l.unlock();
        if (n > 0) l.unlock();
        return r + (l.isLocked() ? 1000 : 0);
    }

    public static int unlocked(int n) {
        ReentrantLock l = new ReentrantLock();
        l.unlock();
        return 0;
    }

    public static int readWrite(int n) {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        l.readLock().lock();
        boolean w = l.writeLock().tryLock();
        l.readLock().unlock();
        boolean v = l.writeLock().tryLock();
        return (w ? 1 : 0) + (v ? 2 : 0) + l.getReadLockCount();
    }

    public static int latch(int n) throws Exception {
        CountDownLatch l = new CountDownLatch(1);
        l.countDown();
        l.await();
        return (int) l.getCount();
    }

    public static int pipes(int n) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream();
        if (n > 0) out.connect(in);
        out.write(n);
        out.write(new byte[] {5, 6});
        out.close();
        return in.read() * 10000 + in.read() * 100 + in.read() + in.available();
    }

    public static int closedPipe(int n) throws Exception {
        PipedInputStream in = new PipedInputStream();
        return in.read();
    }

    public static int streams(int n) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(n);
        data.writeLong(7);
        data.writeBoolean(true);
        ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
        DataInputStream back = new DataInputStream(in);
        return back.readInt() + (int) back.readLong() + in.available() + in.read();
    }

    public static int readers(int n) throws Exception {
        StringReader r = new StringReader("line " + n + "\nsecond");
        BufferedReader b = new BufferedReader(r);
        StringWriter w = new StringWriter();
        w.write(b.readLine());
        w.append('x').write(65);
        return w.toString().hashCode() + b.readLine().length() + (b.readLine() == null ? 1 : 0);
    }

    public static int concurrentMap(int n) {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 20; i++) m.put("k" + i, i);
        m.merge("k1", 5, Integer::sum);
        m.remove("k2");
        return m.size() + m.get("k1") + (m.containsKey("k" + n) ? 1 : 0) + m.toString().hashCode();
    }

    public static int queues(int n) {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        q.add(1);
        q.offer(n);
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(q);
        l.addIfAbsent(3);
        ArrayBlockingQueue<Integer> b = new ArrayBlockingQueue<>(1);
        boolean x = b.offer(1), y = b.offer(2);
        LinkedBlockingQueue<Integer> lb = new LinkedBlockingQueue<>();
        lb.offer(4);
        return q.poll() + q.size() + l.hashCode() + (x ? 1 : 0) + (y ? 2 : 0) + lb.poll();
    }

    public static int fullQueue(int n) {
        ArrayBlockingQueue<Integer> b = new ArrayBlockingQueue<>(1);
        b.add(1);
        b.add(2);
        return 0;
    }

    public static int local(int n) {
        ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 5);
        t.set(t.get() + n);
        return t.get();
    }

    public static synchronized int printing(int n) {
        System.out.println("printed " + n);
        System.err.print(new Object() { public String toString() { throw new IllegalStateException(); } });
        return 0;
    }

    public static int exceptions(int n) {
        try {
            throw new IllegalArgumentException("text " + n, new RuntimeException("cause"));
        } catch (RuntimeException e) {
            return e.getMessage().length() + e.getCause().getMessage().length() + e.toString().hashCode() + e.getSuppressed().length;
        }
    }

    static class Resource implements AutoCloseable {
        final boolean bad;
        Resource(boolean bad) { this.bad = bad; }
        public void close() { if (bad) throw new IllegalStateException("close"); }
    }

    public static int resources(int n) {
        try (Resource r = new Resource(n > 0)) {
            if (n != 2) throw new RuntimeException("body");
        } catch (RuntimeException e) {
            return e.getMessage().length() * 10 + e.getSuppressed().length;
        }
        return 1;
    }

    public static int longAdder(int n) {
        LongAdder a = new LongAdder();
        a.add(n);
        a.increment();
        return a.intValue();
    }
}
