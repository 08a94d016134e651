/* A vending machine: coins, choice, change, refusal; invariants after each event. */
#include <stdio.h>

enum event { COIN_5, COIN_10, COIN_20, CHOOSE, CANCEL };
static int credit, stock = 2, sold, returned, inserted;

static const char *handle(enum event e)
{
    switch (e) {
    case COIN_5: case COIN_10: case COIN_20: {
        int coin = 5 << (e - COIN_5);
        inserted += coin;
        if (credit + coin > 50) { returned += coin; return "full"; }
        credit += coin;
        return "coin";
    }
    case CHOOSE:
        if (!stock) return "empty";
        if (credit < 25) return "more";
        stock--; sold++;
        returned += credit - 25;
        credit = 0;
        return "sold";
    case CANCEL:
        returned += credit;
        credit = 0;
        return "back";
    }
    return "?";
}

int main(void)
{
    static const enum event events[] = { CHOOSE, COIN_20, COIN_5, CHOOSE, COIN_20, COIN_20, COIN_20, CHOOSE,
                                         COIN_10, CHOOSE, CANCEL };

    for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
        const char *answer = handle(events[i]);
        printf("%s %d\n", answer, credit);
        if (inserted != credit + returned + 25 * sold) return 99;
    }
    return returned;
}
