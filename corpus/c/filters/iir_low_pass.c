/* A recursive low-pass: what is written is three quarters of what was written before and a quarter of the input.
 * --function iir_low_pass */
int in(void);
void out(int v);

void iir_low_pass(void)
{
    int y = 0;

    while (1) {
        int x = in();
        y = (int)((3LL * y + x) / 4);
        out(y);
    }
}
