/* How many grams the scale of the till can weigh. */
#define MOST 5
