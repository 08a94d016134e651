// A client's end of a connection with all its options: five constructors and fifty-odd methods and overloads (after
// java.net.Socket, Howar et al. 2013, Mues et al. 2016). What options are set to is stored, and no answer depends on most of it.
public class ClientSocket {
    private static final int SO_TIMEOUT = 1;
    private static final int SO_SNDBUF = 2;
    private static final int SO_RCVBUF = 3;
    private static final int IP_TOS = 4;

    private boolean bound = false;
    private boolean connected = false;
    private boolean closed = false;
    private boolean inputShut = false;
    private boolean outputShut = false;
    private boolean blocking = true;
    private boolean oobInline = false;
    private boolean abortive = false;

    private int address = 0;
    private int port = 0;
    private int localAddress = 0;
    private int localPort = -1;
    private int timeout = 0;
    private int linger = -1;
    private int sendBuffer = 8192;
    private int receiveBuffer = 8192;
    private int trafficClass = 0;
    private int preferences = 0;
    private boolean noDelay = false;
    private boolean keepAlive = false;
    private boolean reuseAddress = false;

    public ClientSocket() {
    }

    public ClientSocket(int port) {
        this(0, port);
    }

    public ClientSocket(int address, int port) {
        connect(address, port);
    }

    public ClientSocket(int address, int port, boolean stream) {
        this(address, port);
        check(stream);
    }

    public ClientSocket(int address, int port, int localAddress, int localPort) {
        bind(localAddress, localPort);
        connect(address, port);
    }

    public void connect(int port) {
        connect(0, port, 0);
    }

    public void connect(int address, int port) {
        connect(address, port, 0);
    }

    public void connect(int address, int port, int timeout) {
        check(timeout >= 0);
        checkOpen();
        require(!connected);
        checkPort(port);
        require(blocking);
        this.address = address;
        this.port = port;
        bound = true;
        connected = true;
    }

    public void bind() {
        bind(0, 0);
    }

    public void bind(int port) {
        bind(0, port);
    }

    public void bind(int address, int port) {
        checkOpen();
        require(!bound);
        checkPort(port);
        localAddress = address;
        localPort = port;
        bound = true;
    }

    public int getInetAddress() {
        return connected ? address : 0;
    }

    public int getLocalAddress() {
        return bound && !closed ? localAddress : 0;
    }

    public int getPort() {
        return connected ? port : 0;
    }

    public int getLocalPort() {
        return bound ? localPort : -1;
    }

    public long getRemoteSocketAddress() {
        return connected ? 65536L * address + port : 0;
    }

    public long getLocalSocketAddress() {
        return bound ? 65536L * localAddress + localPort : 0;
    }

    public void getInputStream() {
        checkInput();
    }

    public void getOutputStream() {
        checkOutput();
    }

    public int available() {
        checkInput();
        return 0;
    }

    public int read() {
        checkInput();
        require(blocking);
        return -1;
    }

    public int read(int length) {
        check(length >= 0);
        return read();
    }

    public int read(int offset, int length) {
        check(offset >= 0);
        return read(length);
    }

    public int readUrgent() {
        checkInput();
        require(oobInline);
        return -1;
    }

    public void write(int b) {
        checkOutput();
        require(blocking);
    }

    public void write(int offset, int length) {
        check(offset >= 0 && length >= 0);
        write(0);
    }

    public void flush() {
        checkOutput();
    }

    public void sendUrgentData(int data) {
        checkOutput();
    }

    public void configureBlocking(boolean block) {
        checkOpen();
        blocking = block;
    }

    public boolean isBlocking() {
        return blocking;
    }

    public void setTcpNoDelay(boolean on) {
        checkOpen();
        noDelay = on;
    }

    public boolean getTcpNoDelay() {
        checkOpen();
        return noDelay;
    }

    public void setSoLinger(boolean on, int seconds) {
        checkOpen();
        if (on) {
            check(seconds >= 0);
            linger = Math.min(seconds, 65535);
        } else {
            linger = -1;
        }
        abortive = linger == 0;
    }

    public int getSoLinger() {
        checkOpen();
        return linger;
    }

    public void setOOBInline(boolean on) {
        checkOpen();
        oobInline = on;
    }

    public boolean getOOBInline() {
        checkOpen();
        return oobInline;
    }

    public synchronized void setSoTimeout(int millis) {
        checkOpen();
        check(millis >= 0);
        timeout = millis;
    }

    public synchronized int getSoTimeout() {
        checkOpen();
        return timeout;
    }

    public synchronized void setSendBufferSize(int size) {
        check(size > 0);
        checkOpen();
        sendBuffer = size;
    }

    public synchronized int getSendBufferSize() {
        checkOpen();
        return sendBuffer;
    }

    public synchronized void setReceiveBufferSize(int size) {
        check(size > 0);
        checkOpen();
        receiveBuffer = size;
    }

    public synchronized int getReceiveBufferSize() {
        checkOpen();
        return receiveBuffer;
    }

    public void setKeepAlive(boolean on) {
        checkOpen();
        keepAlive = on;
    }

    public boolean getKeepAlive() {
        checkOpen();
        return keepAlive;
    }

    public void setTrafficClass(int tc) {
        check(tc >= 0 && tc <= 255);
        checkOpen();
        trafficClass = tc;
    }

    public int getTrafficClass() {
        checkOpen();
        return trafficClass;
    }

    public void setReuseAddress(boolean on) {
        checkOpen();
        reuseAddress = on;
    }

    public boolean getReuseAddress() {
        checkOpen();
        return reuseAddress;
    }

    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        preferences = connectionTime + 2 * latency + 3 * bandwidth;
    }

    public void setOption(int option, int value) {
        switch (option) {
            case SO_TIMEOUT:
                setSoTimeout(value);
                break;
            case SO_SNDBUF:
                setSendBufferSize(value);
                break;
            case SO_RCVBUF:
                setReceiveBufferSize(value);
                break;
            case IP_TOS:
                setTrafficClass(value);
                break;
            default:
                throw new UnsupportedOperationException();
        }
    }

    public int getOption(int option) {
        switch (option) {
            case SO_TIMEOUT:
                return getSoTimeout();
            case SO_SNDBUF:
                return getSendBufferSize();
            case SO_RCVBUF:
                return getReceiveBufferSize();
            case IP_TOS:
                return getTrafficClass();
            default:
                throw new UnsupportedOperationException();
        }
    }

    public int supportedOptions() {
        return IP_TOS;
    }

    public void shutdownInput() {
        checkInput();
        inputShut = true;
    }

    public void shutdownOutput() {
        checkOutput();
        outputShut = true;
    }

    public void abort() {
        checkOpen();
        require(abortive);
        close();
    }

    public synchronized void close() {
        closed = true;
    }

    public boolean isConnected() {
        return connected;
    }

    public boolean isBound() {
        return bound;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isInputShutdown() {
        return inputShut;
    }

    public boolean isOutputShutdown() {
        return outputShut;
    }

    private void checkInput() {
        checkOpen();
        require(connected && !inputShut);
    }

    private void checkOutput() {
        checkOpen();
        require(connected && !outputShut);
    }

    private void checkOpen() {
        require(!closed);
    }

    private static void checkPort(int port) {
        check(port >= 0 && port <= 65535);
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }

    private static void check(boolean legal) {
        if (!legal) {
            throw new IllegalArgumentException();
        }
    }
}
