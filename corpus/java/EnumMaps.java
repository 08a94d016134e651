// An EnumMap, and a loop over its values: a drink costs ten.
import java.util.EnumMap;
import java.util.Map;

public class EnumMaps {
    private enum Coin { NICKEL, DIME }

    private final Map<Coin, Integer> inserted = new EnumMap<>(Coin.class);

    public void nickel() {
        insert(Coin.NICKEL, 5);
    }

    public void dime() {
        insert(Coin.DIME, 10);
    }

    public void buy() {
        int sum = 0;
        for (int value : inserted.values()) {
            sum += value;
        }
        if (sum < 10) {
            throw new IllegalStateException();
        }
        inserted.clear();
    }

    private void insert(Coin coin, int value) {
        if (inserted.put(coin, value) != null) {
            throw new IllegalStateException();
        }
    }
}
