/* Writes the difference of each number and the one before; the first from zero. Arithmetic wraps.
 * --function difference */
int in(void);
void out(int v);

void difference(void)
{
    unsigned previous = 0;

    while (1) {
        unsigned x = (unsigned)in();
        out((int)(x - previous));
        previous = x;
    }
}
