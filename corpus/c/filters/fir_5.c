/* A symmetric low-pass with five taps, 1 4 6 4 1, without scaling; numbers before the first are zero. Arithmetic wraps.
 * --function fir_5 */
#define TAPS 5

int in(void);
void out(int v);

static const unsigned tap[TAPS] = { 1, 4, 6, 4, 1 };

void fir_5(void)
{
    unsigned delay[TAPS] = { 0 };

    while (1) {
        unsigned sum = 0;

        for (int i = TAPS - 1; i > 0; i--)
            delay[i] = delay[i - 1];
        delay[0] = (unsigned)in();
        for (int i = 0; i < TAPS; i++)
            sum += tap[i] * delay[i];
        out((int)sum);
    }
}
