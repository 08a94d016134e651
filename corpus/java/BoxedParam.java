// A boxed number as a parameter: null is legal here and fails where it is unboxed later.
public class BoxedParam {
    private Integer limit;

    public void setLimit(Integer limit) {
        if (limit != null && limit < 0) {
            throw new IllegalArgumentException();
        }
        this.limit = limit;
    }

    public int twice() {
        return limit + limit;
    }
}
