// Flags that combine: input and output of a connection are shut down separately (Singh et al., "May and Must Abstractions", 2010; after close, nothing).
public class Socket {
    private boolean connected = false;
    private boolean closed = false;
    private boolean inputShut = false;
    private boolean outputShut = false;
    private int localPort = 0;

    public void bind(int port) {
        require(!closed && !connected);
        localPort = port;
    }

    public void connect() {
        require(!closed && !connected);
        connected = true;
    }

    public void getInputStream() {
        require(!closed && connected && !inputShut);
    }

    public void getOutputStream() {
        require(!closed && connected && !outputShut);
    }

    public void shutdownInput() {
        require(!closed && connected && !inputShut);
        inputShut = true;
    }

    public void shutdownOutput() {
        require(!closed && connected && !outputShut);
        outputShut = true;
    }

    public void close() {
        require(!closed);
        closed = true;
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
