/* Writes the sum of each number and its right neighbour; the last number has none and is not written. Arithmetic wraps.
 * --function neighbour_sum */
int in(void);
int peek(int k);
void out(int v);

void neighbour_sum(void)
{
    while (1) {
        unsigned x = (unsigned)in();
        out((int)(x + (unsigned)peek(0)));
    }
}
