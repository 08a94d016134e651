/* Undoes zigzag_encode.
 * --function zigzag_decode */
int in(void);
void out(int v);

void zigzag_decode(void)
{
    while (1) {
        unsigned z = (unsigned)in();
        out((int)(z >> 1 ^ -(z & 1)));
    }
}
