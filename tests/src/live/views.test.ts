import { expect, test } from "vitest";
import type { ChainViewSpec, Outcome } from "#workers/engine/api.ts";
import { createViewKeeper, type ViewHost } from "../../../src/live/views.ts";

const spec = (expiry: string): ChainViewSpec => ({
  underlying: 256265,
  expiry,
  strikesAbove: 10,
  strikesBelow: 10,
  hundredsOnly: false,
  fields: [],
  maxRate: 10,
});

/** An engine that answers when the test says so. */
function fakeHost() {
  const calls: string[] = [];
  const answers: ((outcome: Outcome<number>) => void)[] = [];
  let last = 0;
  const host: ViewHost<ChainViewSpec> = {
    open(what) {
      calls.push(`open ${what.expiry}`);
      return new Promise((resolve) => answers.push(resolve));
    },
    configure(id, what) {
      calls.push(`configure ${id} ${what.expiry}`);
      return Promise.resolve({ ok: true, value: null });
    },
    close: (id) => calls.push(`close ${id}`),
  };
  const answer = async (outcome: Outcome<number> = { ok: true, value: ++last }): Promise<void> => {
    answers.shift()?.(outcome);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { host, calls, answer };
}

const ignore = (): void => {};

test("a view is opened once, whether it or the engine was there first", async () => {
  const { host, calls, answer } = fakeHost();
  const keeper = createViewKeeper<ChainViewSpec>();
  keeper.add(spec("2026-11-24"), ignore, ignore);
  keeper.serve(host);
  keeper.add(spec("2026-12-01"), ignore, ignore);
  keeper.serve(host);
  await answer();
  await answer();
  expect(calls).toEqual(["open 2026-11-24", "open 2026-12-01"]);
});

test("what is asked while the view is being opened is not lost", async () => {
  const { host, calls, answer } = fakeHost();
  const keeper = createViewKeeper<ChainViewSpec>();
  keeper.serve(host);
  const view = keeper.add(spec("2026-11-24"), ignore, ignore);
  view.configure(spec("2026-12-01"));
  view.configure(spec("2026-12-08"));
  await answer();
  expect(calls).toEqual(["open 2026-11-24", "configure 1 2026-12-08"]);
});

test("a view closed while it is being opened is closed once it is open", async () => {
  const { host, calls, answer } = fakeHost();
  const keeper = createViewKeeper<ChainViewSpec>();
  keeper.serve(host);
  keeper.add(spec("2026-11-24"), ignore, ignore).close();
  await answer();
  expect(calls).toEqual(["open 2026-11-24", "close 1"]);
});

test("the next engine gets every view as it is wanted by then, and late answers of the last one change nothing", async () => {
  const first = fakeHost();
  const second = fakeHost();
  const keeper = createViewKeeper<ChainViewSpec>();
  const ports: MessagePort[] = [];
  keeper.serve(first.host);
  const view = keeper.add(spec("2026-11-24"), (port) => ports.push(port), ignore);
  keeper.lost();
  view.configure(spec("2026-12-01"));
  keeper.serve(second.host);
  await first.answer({ ok: true, value: 77 });
  await second.answer();
  view.close();
  expect(first.calls).toEqual(["open 2026-11-24"]);
  expect(second.calls).toEqual(["open 2026-12-01", "close 1"]);
  expect(ports).toHaveLength(2);
  for (const port of ports) port.close();
});

test("a refusal reaches who asked", async () => {
  const { host, answer } = fakeHost();
  const keeper = createViewKeeper<ChainViewSpec>();
  const refused: string[] = [];
  keeper.serve(host);
  keeper.add(spec("2026-11-24"), ignore, ({ code, message }) => refused.push(`${code}: ${message}`));
  await answer({ ok: false, code: "engine.capacity", message: "full" });
  expect(refused).toEqual(["engine.capacity: full"]);
});
