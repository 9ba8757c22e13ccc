/**
 * The smile through the solved strikes: the twin of `fillSmile` in `domain/pricing/smile.ts`. σ² linear in ln K between
 * solved neighbours, flat outside them, `fallback` where fewer than two are solved.
 */
import { logOfRatio, splat } from "./kernel-elementary";
import { KERNEL_STRIKE, KERNEL_VOLATILITY } from "./memory";

/** Replaces every NaN among the first `count` volatilities. */
export function fillSmile(count: u32, fallback: f64): void {
  const end: usize = (<usize>count) << 3;
  let solved: u32 = 0;
  for (let at: usize = 0; at < end; at += 8) {
    if (isKnown(volatility(at))) solved++;
  }
  if (solved == count) return;
  if (solved < 2) {
    for (let at: usize = 0; at < end; at += 8) {
      if (!isKnown(volatility(at))) store<f64>(at, fallback, KERNEL_VOLATILITY);
    }
    return;
  }
  let left: isize = -8;
  let last: f64 = NaN;
  for (let at: usize = 0; at < end; at += 8) {
    const sigma = volatility(at);
    if (!isKnown(sigma)) continue;
    if (left < 0) fillFlat(0, at, sigma);
    else if (at > <usize>left + 8) fillBetween(<usize>left, at);
    left = at;
    last = sigma;
  }
  fillFlat(<usize>left + 8, end, last);
}

function volatility(at: usize): f64 {
  return load<f64>(at, KERNEL_VOLATILITY);
}

function isKnown(value: f64): bool {
  return value == value;
}

function fillFlat(from: usize, to: usize, sigma: f64): void {
  for (let at = from; at < to; at += 8) store<f64>(at, sigma, KERNEL_VOLATILITY);
}

function distance(at: usize, base: usize): f64 {
  const strikes = logOfRatio(v128.load64_splat(at, KERNEL_STRIKE), v128.load64_splat(base, KERNEL_STRIKE));
  return f64x2.extract_lane(strikes, 0);
}

function fillBetween(left: usize, right: usize): void {
  const width = distance(right, left);
  const low = volatility(left);
  const high = volatility(right);
  for (let at = left + 8; at < right; at += 8) {
    const w = width == 0 ? 0 : distance(at, left) / width;
    store<f64>(at, Math.sqrt((1 - w) * low * low + w * high * high), KERNEL_VOLATILITY);
  }
}
