/* Decodes UTF-8 to code points. For what is not UTF-8 (stray and missing continuation bytes, over-long forms, surrogates,
 * more than U+10FFFF) it writes U+FFFD and goes on with the byte that did not fit.
 * --function utf8_decode */
unsigned char in(void);
void out(unsigned int code_point);

#define REPLACEMENT 0xfffd

void utf8_decode(void)
{
    unsigned value = 0;
    int needed = 0;
    unsigned char lower = 0x80, upper = 0xbf;

    while (1) {
        unsigned char c = in();

        if (needed > 0) {
            if (c >= lower && c <= upper) {
                lower = 0x80;
                upper = 0xbf;
                value = value << 6 | (c & 0x3f);
                if (--needed == 0)
                    out(value);
                continue;
            }
            needed = 0;
            lower = 0x80;
            upper = 0xbf;
            out(REPLACEMENT);
        }
        if (c < 0x80) {
            out(c);
        } else if (c >= 0xc2 && c <= 0xdf) {
            needed = 1;
            value = c & 0x1f;
        } else if (c >= 0xe0 && c <= 0xef) {
            if (c == 0xe0)
                lower = 0xa0;
            else if (c == 0xed)
                upper = 0x9f;
            needed = 2;
            value = c & 0x0f;
        } else if (c >= 0xf0 && c <= 0xf4) {
            if (c == 0xf0)
                lower = 0x90;
            else if (c == 0xf4)
                upper = 0x8f;
            needed = 3;
            value = c & 0x07;
        } else {
            out(REPLACEMENT);
        }
    }
}
