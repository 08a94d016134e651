/* What the programs of ../../run use of stdint.h. */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t, int_least16_t;
typedef unsigned short uint16_t;
typedef int int32_t, intptr_t;
typedef unsigned uint32_t, uintptr_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807ll
#define UINT64_MAX 18446744073709551615ull
