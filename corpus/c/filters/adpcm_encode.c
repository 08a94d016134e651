/* Codes samples of 16 bits in four bits each: the distance from a prediction in steps whose size follows the signal.
 * --function adpcm_encode */
int in(void);
void out(int v);

static const int growth[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };

void adpcm_encode(void)
{
    int prediction = 0;
    int scale = 4;

    while (1) {
        int step = 1 << (scale / 4);
        int distance = (short)in() - prediction;
        int code = 0;
        int magnitude;

        if (distance < 0) {
            code = 8;
            distance = -distance;
        }
        magnitude = distance / step;
        if (magnitude > 7)
            magnitude = 7;
        code |= magnitude;
        out(code);

        prediction += code & 8 ? -magnitude * step : magnitude * step;
        if (prediction > 32767)
            prediction = 32767;
        if (prediction < -32768)
            prediction = -32768;
        scale += growth[magnitude];
        if (scale < 0)
            scale = 0;
        if (scale > 48)
            scale = 48;
    }
}
