/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of <math.h> that the engine calls, by the x87 processor's own instructions, which
 * round alike under every system: with these linked in, builds for two systems must give the same
 * samples. For that test alone: slow, and near the ends of the range not exact. */
#define jn imported_jn /* Windows declares that it is a library's */
#include <math.h>
#undef jn

typedef long double wide;

double jn(int n, double x);
void sincos(double x, double *s, double *c);

static wide log2_of(wide x, wide factor) { /* factor * log2(x) */
  wide y;
  __asm__("fyl2x" : "=t"(y) : "0"(x), "u"(factor) : "st(1)");
  return y;
}

static wide power_of_2(wide x) {
  wide whole, part, y;
  if (!(x > -2000))
    return isnan(x) ? x : 0;
  if (x > 2000)
    return (wide)INFINITY;
  __asm__("frndint" : "=t"(whole) : "0"(x));
  __asm__("f2xm1" : "=t"(part) : "0"(x - whole));
  __asm__("fscale" : "=t"(y) : "0"(part + 1), "u"(whole));
  return y;
}

static wide constant_log2e(void) {
  wide y;
  __asm__("fldl2e" : "=t"(y));
  return y;
}

static wide constant_ln2(void) {
  wide y;
  __asm__("fldln2" : "=t"(y));
  return y;
}

static wide exponential(wide x) {
  return power_of_2(x * constant_log2e());
}

static wide exponential_less_1(wide x) {
  wide y, z = x * constant_log2e();
  if (!(z > -1 && z < 1))
    return power_of_2(z) - 1;
  __asm__("f2xm1" : "=t"(y) : "0"(z));
  return y;
}

static wide arc(wide y, wide x) {
  wide a;
  __asm__("fpatan" : "=t"(a) : "0"(x), "u"(y) : "st(1)");
  return a;
}

static wide sine(wide x) {
  wide y;
  __asm__("fsin" : "=t"(y) : "0"(x));
  return y;
}

static wide cosine(wide x) {
  wide y;
  __asm__("fcos" : "=t"(y) : "0"(x));
  return y;
}

double sin(double x) {
  return (double)sine(x);
}
double cos(double x) {
  return (double)cosine(x);
}
void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
double tan(double x) {
  return (double)(sine(x) / cosine(x));
}
double atan(double x) {
  return (double)arc(x, 1);
}
double atan2(double y, double x) {
  return (double)arc(y, x);
}
double exp(double x) {
  return (double)exponential(x);
}
double exp2(double x) {
  return (double)power_of_2(x);
}
double expm1(double x) {
  return (double)exponential_less_1(x);
}
double log(double x) {
  return (double)log2_of(x, constant_ln2());
}
double log2(double x) {
  return (double)log2_of(x, 1);
}
double log10(double x) {
  return (double)(log2_of(x, 1) / log2_of(10, 1));
}
double log1p(double x) {
  return log(1 + x);
}
double sinh(double x) {
  const wide y = exponential_less_1(x);
  return (double)((y + y / (y + 1)) / 2);
}
double cosh(double x) {
  const wide y = exponential(x);
  return (double)((y + 1 / y) / 2);
}
double tanh(double x) {
  const wide y = exponential_less_1(2 * (wide)fmin(fmax(x, -30), 30));
  return (double)(y / (y + 2));
}
double hypot(double x, double y) {
  return (double)__builtin_sqrtl((wide)x * x + (wide)y * y);
}

double pow(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (x == 0)
    return y > 0 ? 0 : (double)INFINITY;
  const wide size = power_of_2(log2_of(x < 0 ? -(wide)x : (wide)x, y));
  return (double)(x < 0 && fmod(y, 2) != 0 ? -size : size);
}

/* Bessel's integral; the trapezoidal rule of a periodic function is exact but for rounding. */
double jn(int n, double x) {
  enum { POINTS = 400 };
  const wide pi = arc(0, -1);
  wide sum = 0;
  for (int i = 0; i < POINTS; i++) {
    const wide t = pi * (2 * i + 1) / (2 * POINTS);
    sum += cosine(n * t - x * sine(t));
  }
  return (double)(sum / POINTS);
}

#ifdef _WIN32
extern double (*__imp_jn)(int, double);
double (*__imp_jn)(int, double) = jn; /* who includes that header calls it through this */
#endif
