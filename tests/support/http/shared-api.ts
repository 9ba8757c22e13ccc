import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Store } from "#server/roles/storage/store.ts";
import { freshStore } from "../store/store.ts";
import { type ApiHarness, startApi } from "./api-server.ts";

/** 10:00 in India on a Saturday; Kite's tokens end at 06:00, twenty hours later. */
export const MORNING = Date.parse("2026-11-21T04:30:00Z");

interface ApiWorld {
  readonly api: ApiHarness;
  readonly store: Store;
  /** the server's clock, epoch ms; a test may move it */
  now: number;
}

/** One API over real storage for all tests of a file; each begins with empty tables, at 10:00. */
export function sharedApi(): ApiWorld {
  let api: ApiHarness;
  let store: Store;
  const world = {
    get api() {
      return api;
    },
    get store() {
      return store;
    },
    now: MORNING,
  };
  beforeAll(async () => {
    store = await freshStore();
    api = await startApi({ store, clock: () => world.now });
  }, 60_000);
  afterAll(() => api.stop());
  beforeEach(async () => {
    world.now = MORNING;
    await freshStore();
  });
  return world;
}
