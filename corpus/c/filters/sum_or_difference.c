/* The running example of "Sigma*" (2013): the first two numbers are copied; then each that is greater than the one
 * before is written as their sum, any other as their difference. Arithmetic wraps.
 * --function sum_or_difference */
int in(void);
void out(int v);

void sum_or_difference(void)
{
    int previous, current;

    out(in());
    previous = in();
    out(previous);
    while (1) {
        current = in();
        if (current > previous)
            out((int)((unsigned)current + (unsigned)previous));
        else
            out((int)((unsigned)current - (unsigned)previous));
        previous = current;
    }
}
