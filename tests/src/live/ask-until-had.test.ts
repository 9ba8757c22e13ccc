import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askUntilHad, WAITS_MS } from "#src/live/ask-until-had.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const edges = (rest: number | null = 0) => ({ random: () => 0.5, restAfter: () => rest });
/** Of a wait in the middle of its spread. */
const spread = (ms: number): number => ms * 1.5;
const away = () => Promise.reject(new Error("not known yet"));

test("what a server that has just started cannot tell is asked for again, each time later, until it is had", async () => {
  const had = vi.fn();
  const ask = vi
    .fn<(signal: AbortSignal) => Promise<number>>()
    .mockImplementationOnce(away)
    .mockImplementationOnce(away)
    .mockResolvedValue(7);
  askUntilHad(ask, edges(), had);
  await vi.advanceTimersByTimeAsync(spread(WAITS_MS[0]!) - 1);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(had).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(spread(WAITS_MS[1]!));
  expect(had).toHaveBeenCalledExactlyOnceWith(7);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("after the last wait it is given up", async () => {
  const ask = vi.fn(away);
  askUntilHad(ask, edges(), () => {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ask).toHaveBeenCalledTimes(1 + WAITS_MS.length);
});

test("what will never be had is asked for once", async () => {
  const ask = vi.fn(away);
  askUntilHad(ask, edges(null), () => {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("not before the server wants to be asked", async () => {
  const ask = vi.fn(away);
  const end = askUntilHad(ask, edges(60_000), () => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(WAITS_MS[0]! / 2);
  expect(ask).toHaveBeenCalledTimes(2);
  end();
});

test("its end ends what is under way and what is planned", async () => {
  const signals: AbortSignal[] = [];
  const ask = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return away();
  });
  const end = askUntilHad(ask, edges(), () => {});
  await vi.advanceTimersByTimeAsync(1);
  end();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(signals[0]?.aborted).toBe(true);
});
