/*
 * The native side of bench/numerics.bench.ts: Black-76 as one writes it in C, one source built twice: plainly, and with
 * -march=native -ffast-math, by which the compiler computes as many options at once as the processor's vectors hold.
 * Usage: numerics <greeks|iv|chain|payoff> <file> <milliseconds> [results]; prints units per second, the first pass's figures go
 * to the results file. Every file is doubles: numerics/native.ts says which.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCK 64
#define MOST 4096

typedef struct {
  double forward, years;
  long count;
  const double *strike, *sigma, *price;
} group;

static double out[MOST * 8];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Six columns: deltas of call and put, gamma, vega per point, thetas per day; r = 0. */
static void greeks(const group *g, const double *sigma, double *to) {
  const long n = g->count;
  const double f = g->forward, root = sqrt(g->years);
  const double *restrict strike = g->strike, *restrict volatility = sigma;
  double *restrict call = to, *restrict put = to + n, *restrict gamma = to + 2 * n, *restrict vega = to + 3 * n,
                   *restrict call_theta = to + 4 * n, *restrict put_theta = to + 5 * n;
#pragma GCC ivdep
  for (long i = 0; i < n; i++) {
    const double v = volatility[i] * root, d1 = log(f / strike[i]) / v + 0.5 * v;
    const double density = 0.3989422804014327 * exp(-0.5 * d1 * d1);
    const double tail = 0.5 * erfc(fabs(d1) * M_SQRT1_2);
    const double slope = f * density, theta = -slope * volatility[i] / (2 * root) / 365;
    call[i] = d1 < 0 ? tail : 1 - tail;
    put[i] = d1 < 0 ? tail - 1 : -tail;
    gamma[i] = density / (f * v);
    vega[i] = slope * root * 0.01;
    call_theta[i] = theta;
    put_theta[i] = theta;
  }
}

/* Newton on ln b(s) for the out-of-the-money price, from the inflection or the at-the-money value, whichever is more. */
static void volatilities(const group *g, double *to) {
  const double f = g->forward, per_root = 1 / sqrt(g->years);
#ifdef VECTORS
  for (long from = 0; from < g->count; from += BLOCK) {
    const long n = g->count - from < BLOCK ? g->count - from : BLOCK;
    double s[BLOCK], x[BLOCK], beta[BLOCK], log_beta[BLOCK], half[BLOCK];
    for (long i = 0; i < n; i++) {
      const double k = g->strike[from + i];
      x[i] = -fabs(log(f / k));
      beta[i] = g->price[from + i] / sqrt(f * k);
      log_beta[i] = log(beta[i]);
      half[i] = exp(0.5 * x[i]);
      s[i] = fmax(sqrt(-2 * x[i]), 2.5066282746310002 * beta[i]);
    }
    for (int step = 0; step < 20; step++) {
      double most = 0;
      for (long i = 0; i < n; i++) {
        const double h = x[i] / s[i], t = 0.5 * s[i];
        const double b = 0.5 * (half[i] * erfc(-M_SQRT1_2 * (h + t)) - erfc(-M_SQRT1_2 * (h - t)) / half[i]);
        const double slope = 0.3989422804014327 * exp(-0.5 * (h * h + t * t));
        const double change = (log_beta[i] - log(b)) * b / slope, held = fmax(change, -0.5 * s[i]);
        s[i] += held;
        most = fmax(most, fabs(held) / s[i]);
      }
      if (most < 3e-7) break;
    }
    for (long i = 0; i < n; i++) to[from + i] = s[i] * per_root;
  }
#else
  for (long i = 0; i < g->count; i++) {
    const double k = g->strike[i], x = -fabs(log(f / k)), beta = g->price[i] / sqrt(f * k);
    const double log_beta = log(beta), half = exp(0.5 * x);
    double s = fmax(sqrt(-2 * x), 2.5066282746310002 * beta);
    for (int step = 0; step < 20; step++) {
      const double h = x / s, t = 0.5 * s;
      const double b = 0.5 * (half * erfc(-M_SQRT1_2 * (h + t)) - erfc(-M_SQRT1_2 * (h - t)) / half);
      const double slope = 0.3989422804014327 * exp(-0.5 * (h * h + t * t));
      const double change = fmax((log_beta - log(b)) * b / slope, -0.5 * s);
      s += change;
      if (fabs(change) < 3e-7 * s) break;
    }
    to[i] = s * per_root;
  }
#endif
}

/* legs, points, dates; then kind, strike, quantity by leg; years, sigma, basis by date and leg; the spots. */
static void payoff(const double *data, double *to) {
  const long legs = (long)data[0], points = (long)data[1], dates = (long)data[2];
  const double *kind = data + 3, *strike = kind + legs, *quantity = strike + legs, *years = quantity + legs,
               *sigma = years + dates * legs, *basis = sigma + dates * legs, *spot = basis + dates * legs;
  for (long d = 0; d < dates; d++) {
    double *restrict row = to + d * points;
    memset(row, 0, (size_t)points * sizeof *row);
    for (long leg = 0; leg < legs; leg++) {
      const double k = strike[leg], q = quantity[leg], shift = basis[d * legs + leg], t = years[d * legs + leg];
      const double v = t > 0 ? sigma[d * legs + leg] * sqrt(t) : 0, sign = kind[leg] == 0 ? 1 : -1;
      if (kind[leg] == 2) {
        for (long p = 0; p < points; p++) row[p] += q * (spot[p] + shift);
      } else if (v <= 0) {
        for (long p = 0; p < points; p++) row[p] += q * fmax(sign * (spot[p] + shift - k), 0);
      } else {
        const double side = -sign * M_SQRT1_2;
        for (long p = 0; p < points; p++) {
          const double f = spot[p] + shift, d1 = log(f / k) / v + 0.5 * v;
          row[p] += q * sign * 0.5 * (f * erfc(side * d1) - k * erfc(side * (d1 - v)));
        }
      }
    }
  }
}

static double *read_all(const char *path, long *count) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  double *data = malloc((size_t)size);
  *count = size / (long)sizeof *data;
  if (data != NULL && fread(data, 1, (size_t)size, file) != (size_t)size) data = NULL;
  fclose(file);
  return data;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  long length = 0;
  const double *data = read_all(argv[2], &length);
  if (data == NULL) return 2;
  FILE *results = argc > 4 ? fopen(argv[4], "wb") : NULL;
  const char task = argv[1][0];
  group *groups = NULL;
  long count = 1;
  if (task != 'p') {
    count = (long)data[0];
    groups = malloc((size_t)count * sizeof *groups);
    const double *at = data + 1;
    for (long i = 0; i < count; i++) {
      const long n = (long)at[2];
      groups[i] = (group){at[0], at[1], n, at + 3, at + 3 + n, at + 3 + 2 * n};
      at += 3 + 3 * n;
    }
  }
  const double limit = atof(argv[3]);
  double units = 0, elapsed = 0;
  for (int warm = 1; warm >= 0; warm--) {
    const double start = now(), budget = warm ? limit / 4 : limit;
    units = elapsed = 0;
    while (elapsed < budget) {
      for (long i = 0; i < count; i++) {
        long written = 0;
        if (task == 'p') {
          payoff(data, out);
          written = (long)(data[1] * data[2]);
          units += 1;
        } else if (task == 'g') {
          greeks(&groups[i], groups[i].sigma, out);
          written = 6 * groups[i].count;
          units += 2.0 * (double)groups[i].count;
        } else {
          volatilities(&groups[i], out);
          written = groups[i].count;
          units += task == 'c' ? 1 : (double)written;
          if (task == 'c') greeks(&groups[i], out, out + MOST);
        }
        if (results != NULL) fwrite(out, sizeof *out, (size_t)written, results);
      }
      if (results != NULL) fclose(results);
      results = NULL;
      elapsed = now() - start;
    }
  }
  printf("%.0f\n", units / elapsed * 1e3);
  return 0;
}
