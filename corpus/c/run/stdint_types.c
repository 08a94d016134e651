/* The exact-width types of stdint.h and conversions among them. */
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int8_t i8 = INT8_MIN;
    uint8_t u8 = UINT8_MAX;
    int16_t i16 = INT16_MIN;
    uint16_t u16 = UINT16_MAX;
    int32_t i32 = INT32_MAX;
    uint32_t u32 = UINT32_MAX;
    int64_t i64 = INT64_MAX;
    uint64_t u64 = UINT64_MAX;

    printf("%d %d %d %d\n", i8, u8, i16, u16);
    printf("%d %u %lld %llu\n", i32, u32, (long long)i64, (unsigned long long)u64);
    i8 = (int8_t)u8; u8 = (uint8_t)i16; i16 = (int16_t)u16;
    printf("%d %d %d\n", i8, u8, i16);
    u64 = (uint64_t)i8; i64 = (int64_t)u32;
    printf("%llu %lld\n", (unsigned long long)u64, (long long)i64);
    u32 = (uint32_t)(i64 * 3);
    printf("%u\n", u32);
    printf("%d %d\n", (int)sizeof(int_least16_t), (int)sizeof(uint64_t));
    return u8;
}
