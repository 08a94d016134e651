/* Maps numbers with a sign to numbers without, small ones to small ones: 0 -1 1 -2 2 become 0 1 2 3 4.
 * --function zigzag_encode */
int in(void);
void out(int v);

void zigzag_encode(void)
{
    while (1) {
        int x = in();
        unsigned sign = x < 0 ? ~0u : 0;
        out((int)((unsigned)x << 1 ^ sign));
    }
}
