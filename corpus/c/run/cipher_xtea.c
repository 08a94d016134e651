/* A block cipher with 32-bit wrapping arithmetic: encrypt, decrypt, avalanche. */
#include <stdint.h>
#include <stdio.h>

static void encipher(uint32_t v[2], const uint32_t key[4])
{
    uint32_t a = v[0], b = v[1], sum = 0;
    for (int i = 0; i < 32; i++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    v[0] = a; v[1] = b;
}

static void decipher(uint32_t v[2], const uint32_t key[4])
{
    uint32_t a = v[0], b = v[1], sum = 0x9e3779b9u * 32;
    for (int i = 0; i < 32; i++) {
        b -= ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
        sum -= 0x9e3779b9u;
        a -= ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
    }
    v[0] = a; v[1] = b;
}

int main(void)
{
    static const uint32_t key[4] = { 1, 2, 3, 4 };
    uint32_t v[2] = { 0x01234567, 0x89abcdef }, w[2] = { 0x01234566, 0x89abcdef };

    encipher(v, key);
    encipher(w, key);
    printf("%08x %08x\n%08x %08x\n", v[0], v[1], w[0], w[1]);
    decipher(v, key);
    printf("%08x %08x\n", v[0], v[1]);
    return v[0] == 0x01234567 ? 0 : 1;
}
