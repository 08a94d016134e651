/* What the intrinsics for NEON that generated code uses mean, in plain C: so it runs on machines of other kinds. Written from
 * Arm's reference of intrinsics. */
#include <stdint.h>
#include <string.h>

typedef struct { uint8_t lane[8]; } uint8x8_t;
typedef struct { uint8_t lane[16]; } uint8x16_t;
typedef struct { uint16_t lane[4]; } uint16x4_t;
typedef struct { uint16_t lane[8]; } uint16x8_t;
typedef struct { uint32_t lane[4]; } uint32x4_t;
typedef struct { uint64_t lane[2]; } uint64x2_t;

#define LOAD_OR_STORE(kind, suffix, element)                                                            \
    static inline kind vld1q_##suffix(const element *from)                                              \
    {                                                                                                   \
        kind x;                                                                                         \
        memcpy(&x, from, sizeof x);                                                                     \
        return x;                                                                                       \
    }                                                                                                   \
    static inline void vst1q_##suffix(element *to, kind x) { memcpy(to, &x, sizeof x); }
LOAD_OR_STORE(uint8x16_t, u8, uint8_t)
LOAD_OR_STORE(uint16x8_t, u16, uint16_t)
LOAD_OR_STORE(uint32x4_t, u32, uint32_t)

#define EACH(name, parameters, value)                                                                   \
    static inline uint8x16_t name parameters                                                            \
    {                                                                                                   \
        uint8x16_t r;                                                                                   \
        for (int i = 0; i < 16; i++)                                                                    \
            r.lane[i] = (uint8_t)(value);                                                               \
        return r;                                                                                       \
    }
EACH(vdupq_n_u8, (uint8_t x), x)
EACH(vandq_u8, (uint8x16_t x, uint8x16_t y), x.lane[i] & y.lane[i])
EACH(vorrq_u8, (uint8x16_t x, uint8x16_t y), x.lane[i] | y.lane[i])
EACH(veorq_u8, (uint8x16_t x, uint8x16_t y), x.lane[i] ^ y.lane[i])
EACH(vtstq_u8, (uint8x16_t x, uint8x16_t y), x.lane[i] & y.lane[i] ? 255 : 0)
EACH(vshrq_n_u8, (uint8x16_t x, int n), x.lane[i] >> n)
/* An index beyond the table gives zero. */
EACH(vqtbl1q_u8, (uint8x16_t table, uint8x16_t at), at.lane[i] < 16 ? table.lane[at.lane[i]] : 0)
/* The halves of two vectors, lane by lane in turn. */
EACH(vzip1q_u8, (uint8x16_t x, uint8x16_t y), i % 2 ? y.lane[i / 2] : x.lane[i / 2])
EACH(vzip2q_u8, (uint8x16_t x, uint8x16_t y), i % 2 ? y.lane[8 + i / 2] : x.lane[8 + i / 2])
/* Sums of neighbours: those of the first vector, then those of the second. */
EACH(vpaddq_u8, (uint8x16_t x, uint8x16_t y),
     i < 8 ? x.lane[2 * i] + x.lane[2 * i + 1] : y.lane[2 * i - 16] + y.lane[2 * i - 15])

static inline uint8_t vmaxvq_u8(uint8x16_t x)
{
    uint8_t most = 0;

    for (int i = 0; i < 16; i++)
        most = x.lane[i] > most ? x.lane[i] : most;
    return most;
}

/* The first lane holds the lowest bits. */
static inline uint64x2_t vreinterpretq_u64_u8(uint8x16_t x)
{
    uint64x2_t r = { { 0, 0 } };

    for (int i = 0; i < 16; i++)
        r.lane[i / 8] |= (uint64_t)x.lane[i] << 8 * (i % 8);
    return r;
}

static inline uint64_t vgetq_lane_u64(uint64x2_t x, int lane)
{
    return x.lane[lane];
}

#define HALF(name, whole, half, from)                                                                   \
    static inline half name(whole x)                                                                    \
    {                                                                                                   \
        half r;                                                                                         \
        memcpy(&r, (const char *)&x + (from), sizeof r);                                                \
        return r;                                                                                       \
    }
HALF(vget_low_u8, uint8x16_t, uint8x8_t, 0)
HALF(vget_high_u8, uint8x16_t, uint8x8_t, 8)
HALF(vget_low_u16, uint16x8_t, uint16x4_t, 0)
HALF(vget_high_u16, uint16x8_t, uint16x4_t, 8)

#define WIDER(name, narrow, wide, count)                                                                \
    static inline wide name(narrow x)                                                                   \
    {                                                                                                   \
        wide r;                                                                                         \
        for (int i = 0; i < count; i++)                                                                 \
            r.lane[i] = x.lane[i];                                                                      \
        return r;                                                                                       \
    }
WIDER(vmovl_u8, uint8x8_t, uint16x8_t, 8)
WIDER(vmovl_u16, uint16x4_t, uint32x4_t, 4)
