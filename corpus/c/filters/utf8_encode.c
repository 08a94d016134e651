/* Encodes code points as UTF-8; what is not one (surrogates, negative numbers, more than U+10FFFF) becomes U+FFFD.
 * --function utf8_encode */
int in(void);
void out(int byte);

void utf8_encode(void)
{
    while (1) {
        int c = in();

        if (c < 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
            c = 0xfffd;
        if (c < 0x80) {
            out(c);
        } else if (c < 0x800) {
            out(0xc0 | c >> 6);
            out(0x80 | (c & 0x3f));
        } else if (c < 0x10000) {
            out(0xe0 | c >> 12);
            out(0x80 | (c >> 6 & 0x3f));
            out(0x80 | (c & 0x3f));
        } else {
            out(0xf0 | c >> 18);
            out(0x80 | (c >> 12 & 0x3f));
            out(0x80 | (c >> 6 & 0x3f));
            out(0x80 | (c & 0x3f));
        }
    }
}
