import java.util.LinkedHashMap;
import java.util.Map;

/** Builds the text of an HTTP request. */
public class RequestBuilder {
    private String method;
    private String path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String body;
    private boolean built;

    public RequestBuilder method(String method) {
        checkOpen();
        switch (method) {
            case "GET":
            case "HEAD":
            case "DELETE":
                if (body != null) {
                    throw new IllegalStateException(method + " has no body");
                }
                break;
            case "POST":
            case "PUT":
                break;
            default:
                throw new IllegalArgumentException("unknown method " + method);
        }
        this.method = method;
        return this;
    }

    public RequestBuilder path(String path) {
        checkOpen();
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with /");
        }
        this.path = path;
        return this;
    }

    public RequestBuilder header(String name, String value) {
        checkOpen();
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a header needs a name");
        }
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    public RequestBuilder body(String body) {
        checkOpen();
        if (method == null) {
            throw new IllegalStateException("set the method first");
        }
        if (!method.equals("POST") && !method.equals("PUT")) {
            throw new IllegalStateException(method + " has no body");
        }
        this.body = body;
        return this;
    }

    public String build() {
        checkOpen();
        if (method == null || path == null) {
            throw new IllegalStateException("method and path are needed");
        }
        if (body != null && !headers.containsKey("Content-Type")) {
            throw new IllegalStateException("a body needs a Content-Type");
        }
        built = true;
        StringBuilder text = new StringBuilder();
        text.append(method).append(' ').append(path).append(" HTTP/1.1\r\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            text.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        text.append("\r\n");
        if (body != null) {
            text.append(body);
        }
        return text.toString();
    }

    public boolean isBuilt() {
        return built;
    }

    private void checkOpen() {
        if (built) {
            throw new IllegalStateException("the request was built already");
        }
    }
}
