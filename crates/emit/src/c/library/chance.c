
WEAK int rand_r(unsigned *seed)
{
    *seed = (unsigned)take("rand_r");
    return (int)(take("rand_r") & 0x7fffffff);
}

WEAK long mrand48(void) { return (int)take("mrand48"); }
WEAK double drand48(void) { return (double)(take("drand48") & 0xffffffffffffULL) / 281474976710656.0; }
WEAK unsigned arc4random(void) { return (unsigned)take("arc4random"); }

WEAK unsigned arc4random_uniform(unsigned beyond)
{
    return beyond < 2 ? 0 : (unsigned)within((long long)take("arc4random_uniform"), 0, (long long)beyond - 1);
}
