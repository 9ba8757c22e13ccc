// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pointerRest } from "#src/components/tooltip/pointer-rest.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// [SHELL-9]
test("one of several things tells half a second after the pointer has come to rest on it, until it moves on", () => {
  const [first, second] = [document.createElement("i"), document.createElement("b")];
  const tell = vi.fn();
  const rest = pointerRest(tell);
  rest.on(first);
  vi.advanceTimersByTime(400);
  rest.on(second);
  vi.advanceTimersByTime(499);
  expect(tell).not.toHaveBeenCalledWith(first);
  expect(tell).not.toHaveBeenCalledWith(second);
  // It moves within the same thing.
  rest.on(second);
  vi.advanceTimersByTime(1);
  expect(tell).toHaveBeenLastCalledWith(second);
  rest.on(null);
  expect(tell).toHaveBeenLastCalledWith(null);
});

test("what is told in another way is not told again for the rest of the pointer", () => {
  const tell = vi.fn();
  const rest = pointerRest(tell);
  rest.on(document.createElement("i"));
  rest.stop();
  tell.mockClear();
  vi.advanceTimersByTime(5_000);
  expect(tell).not.toHaveBeenCalled();
});
