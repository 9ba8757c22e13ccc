import { expect, test } from "vitest";
import { ApiFailure } from "#src/api/api-failure.ts";
import { ASKED_EDGES, restAfter } from "#src/shared/series/asked-edges.ts";

const failure = (status: number | null, retryAfter: number | null = null) =>
  new ApiFailure({ status, statusText: "", body: null, message: "It failed" }, retryAfter);

test("what was asked wrongly, or is not for the caller, is not asked again; what could not be had is", () => {
  for (const status of [400, 401, 403, 404]) expect(ASKED_EDGES.retryIn(failure(status))).toBeNull();
  for (const status of [429, 500, 503, null]) expect(ASKED_EDGES.retryIn(failure(status))).toBe(15_000);
  expect(ASKED_EDGES.retryIn(new Error("no network"))).toBe(15_000);
});

test("not before the server wants to be asked", () => {
  expect(ASKED_EDGES.retryIn(failure(503, 60))).toBe(60_000);
});

test("what is asked for by waits of its own hears what the server said of them, and no more", () => {
  expect(restAfter(failure(404))).toBeNull();
  expect(restAfter(failure(503))).toBe(0);
  expect(restAfter(failure(429, 7))).toBe(7_000);
  expect(restAfter(new Error("no network"))).toBe(0);
});
