/* Writes two numbers for each: the middle between it and the one before (rounded down), and itself.
 * --function upsample_2 */
int in(void);
void out(int v);

void upsample_2(void)
{
    int previous = 0;

    while (1) {
        int x = in();
        out((int)(((long long)previous + x) >> 1));
        out(x);
        previous = x;
    }
}
