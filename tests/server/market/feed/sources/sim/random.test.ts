import { expect, test } from "vitest";
import {
  createRandom,
  hashKeys,
  hashText,
  normalOf,
  uniformOf,
} from "#server/market/feed/sources/sim/random.ts";

const N = 40_000;

function moments(draw: () => number): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < N; i++) {
    const x = draw();
    sum += x;
    squares += x * x;
  }
  const mean = sum / N;
  return { mean, deviation: Math.sqrt(squares / N - mean * mean) };
}

test("a stream repeats itself for the same keys and differs for others", () => {
  const take = (...keys: [number, number, number]): number[] => {
    const random = createRandom(...keys);
    return Array.from({ length: 8 }, () => random.next());
  };
  expect(take(1, 2, 3)).toEqual(take(1, 2, 3));
  expect(take(1, 2, 3)).not.toEqual(take(1, 2, 4));
  expect(take(1, 2, 3)).not.toEqual(take(2, 2, 3));
  expect(hashKeys(1, 2, 3)).not.toBe(hashKeys(1, 3, 2));
  expect(hashText("market")).not.toBe(hashText("markets"));
});

test("uniform, normal, exponential and Poisson draws have their moments", () => {
  const random = createRandom(11, 5);
  const uniform = moments(random.next);
  expect(uniform.mean).toBeCloseTo(0.5, 2);
  expect(uniform.deviation).toBeCloseTo(Math.sqrt(1 / 12), 2);
  const normal = moments(random.normal);
  expect(Math.abs(normal.mean)).toBeLessThan(0.02);
  expect(normal.deviation).toBeCloseTo(1, 1);
  expect(moments(random.exponential).mean).toBeCloseTo(1, 1);
  for (const mean of [0.2, 3, 80]) {
    const poisson = moments(() => random.poisson(mean));
    expect(poisson.mean / mean).toBeCloseTo(1, 1);
    expect(poisson.deviation / Math.sqrt(mean)).toBeCloseTo(1, 1);
  }
  let k = 0;
  const pure = moments(() => normalOf(3, k++));
  expect(Math.abs(pure.mean)).toBeLessThan(0.02);
  expect(pure.deviation).toBeCloseTo(1, 1);
});

test("neighbouring keys give independent draws", () => {
  let sum = 0;
  for (let k = 0; k < N; k++) sum += (uniformOf(9, k) - 0.5) * (uniformOf(9, k + 1) - 0.5);
  expect(Math.abs((sum / N) * 12)).toBeLessThan(0.02);
});
