import java.io.*;

public class Pipe {
    private final PipedOutputStream out = new PipedOutputStream();
    private PipedInputStream in = new PipedInputStream(4);
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

    public void connect() throws IOException { out.connect(in); }
    public void write(byte b) throws IOException {
        if (copy.size() >= 3) throw new IllegalStateException();
        out.write(b);
        copy.write(b);
    }
    public int available() throws IOException { return in.available(); }
    public int read() throws IOException { return in.available() == 0 ? -2 : in.read(); }
    public void close() throws IOException { out.close(); }
    public void shut() throws IOException { in.close(); }
    public int copied() { return java.util.Arrays.hashCode(copy.toByteArray()); }
    public void reset() { copy.reset(); }
}
