import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { readDraft } from "#src/analyzer/draft-reader.ts";
import { account, CONTRACTS, contract, createWorld, FAR, NOW } from "./world.ts";

const KEY = "strikewise.analyzer.builder";

/** A tab with two trades and a target, and what it kept. */
async function workedOn(storage = new Map<string, string>()) {
  const world = await createWorld({ storage });
  const { analyzer, clock, buy, sell, state } = world;
  buy(24_000);
  sell(24_200, "CE", 130);
  analyzer.dispatch({ type: "set-entry-price", id: state.instance!.legs[0]!.id, price: 88 });
  analyzer.dispatch({ type: "toggle-leg", id: state.instance!.legs[1]!.id });
  analyzer.dispatch({ type: "set-strike-iv", expiry: "2026-11-24", strike: 24_000, iv: 0.2 });
  analyzer.dispatch({ type: "set-iv-offset", points: 1 });
  analyzer.dispatch({ type: "set-target-price", price: 24_300 });
  analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
  await clock.run(500);
  return world;
}

/** What a trader did, without what the market said of it. */
const doneIn = ({ state }: Awaited<ReturnType<typeof createWorld>>) => {
  const { legs, ivOffset, targetPrice, customStrikeWiseIvs, selectedAnalysisTab, dataSource } =
    state.instance!;
  return {
    legs: legs.map(({ token, quantity, entryPrice, isSelected, isExpired }) => ({
      token,
      quantity,
      entryPrice,
      isSelected,
      isExpired,
    })),
    ivOffset,
    targetPrice,
    customStrikeWiseIvs,
    selectedAnalysisTab,
    dataSource,
  };
};

describe("[ANZ-55] the draft of a tab", () => {
  test("survives a reload, with all that was set", async () => {
    const before = await workedOn();
    const after = await createWorld({ storage: before.storage });
    expect(doneIn(after)).toEqual(doneIn(before));
    expect(doneIn(after).legs).toHaveLength(2);
    await after.clock.run(1_000);
    expect(after.state.payload).not.toBeNull();
  });

  test("[KEEP-3] has the settings of the strategy that is worked on, and not those that were changed since", async () => {
    const before = await workedOn();
    before.analyzer.adoptSettings({ sdMode: "fixed", sdFixedDays: 30 });
    before.analyzer.saveSettings({ sdFixedDays: 12 });
    await before.clock.run(1_000);
    const after = await createWorld({ storage: before.storage });
    after.settings.kept = { ...DEFAULT_SETTINGS, sdFixedDays: 12 };
    await after.clock.run(1_000);
    expect(after.state.instance!.settings).toMatchObject({ sdMode: "fixed", sdFixedDays: 7 });
    expect(readDraft(before.storage.get(KEY)!)!.settings).toEqual({ sdMode: "fixed" });
    for (const bad of [{ sdMode: "never" }, { sdFixedDays: 0 }, { tradeView: true }, { other: 1 }, 7]) {
      const text = JSON.stringify({ ...JSON.parse(before.storage.get(KEY)!), settings: bad });
      expect(readDraft(text), text).toBeNull();
    }
  });

  test("[SES-4] stays until it is known whose tab it is, and comes back then, snapshots and pins with it", async () => {
    const before = await workedOn();
    before.analyzer.compare.take();
    before.analyzer.compare.pin(24_500);
    await before.clock.run(1_000);
    const kept = new Map(before.storage);
    const unknown = account({ phase: "anonymous", id: "", broker: null, subject: null });
    const after = await createWorld({ storage: before.storage, caller: unknown });
    await after.clock.run(5_000);
    expect(after.state.mayAnalyse).toBeNull();
    expect(after.storage).toEqual(kept);
    after.caller.set(account());
    await after.clock.run(1_000);
    expect(doneIn(after)).toEqual(doneIn(before));
    expect(after.state.snapshots).toHaveLength(1);
    expect(after.state.pins).toEqual([24_500]);
  });

  test("is the tab's own, and a duplicated tab goes its own way from there", async () => {
    const first = await workedOn();
    const second = await createWorld({ storage: new Map(first.storage) });
    second.analyzer.dispatch({ type: "clear-legs" });
    await second.clock.run(1_000);
    expect(second.storage.has(KEY)).toBe(false);
    const again = await createWorld({ storage: first.storage });
    expect(doneIn(again).legs).toHaveLength(2);
  });

  test("comes back when the instruments are known, not before, and is not written over meanwhile", async () => {
    const { storage } = await workedOn();
    const text = storage.get(KEY);
    const world = await createWorld({ storage, isClosed: true });
    let open = (): void => {};
    world.engine.gate = new Promise((resolve) => {
      open = resolve;
    });
    world.analyzer.open("NIFTY");
    world.analyzer.dispatch({ type: "set-target-price", price: 1 });
    await world.clock.run(1_000);
    expect(world.state.phase).toBe("loading");
    expect(world.state.instance!.legs).toEqual([]);
    expect(storage.get(KEY)).toBe(text);
    open();
    await world.settle();
    expect(world.state.phase).toBe("ready");
    expect(world.state.instance!.legs).toHaveLength(2);
  });

  test("is written at once when the page is hidden", async () => {
    const { analyzer, visibility, storage, state, buy, clock } = await createWorld();
    buy(24_000);
    await clock.run(1);
    analyzer.dispatch({ type: "set-entry-price", id: state.instance!.legs[0]!.id, price: 77 });
    visibility.set(false);
    expect(readDraft(storage.get(KEY)!)!.trades[0]!.entryPrice).toBe(77);
  });

  test("is its account's: another one that signs in in this tab does not get it", async () => {
    const { storage } = await workedOn();
    const other = await createWorld({ storage, caller: account({ id: "acc-8" }) });
    await other.clock.run(1_000);
    expect(other.state.instance!.legs).toEqual([]);
    expect(storage.has(KEY)).toBe(false);
  });

  test("of another underlying waits for it", async () => {
    const { storage } = await workedOn();
    const world = await createWorld({ storage, isClosed: true });
    world.analyzer.open("BANKNIFTY");
    await world.clock.run(1_000);
    expect(world.state.instance!.legs).toEqual([]);
    world.analyzer.open("NIFTY");
    await world.clock.run(1_000);
    expect(world.state.instance!.legs).toHaveLength(2);
  });

  test("stays while another underlying is only looked at", async () => {
    const { storage } = await workedOn();
    const world = await createWorld({ storage, isClosed: true });
    world.analyzer.open("BANKNIFTY");
    await world.clock.run(1_000);
    world.visibility.set(false);
    world.analyzer.dispose();
    expect((await createWorld({ storage })).state.instance!.legs).toHaveLength(2);
  });

  test("takes a contract's new token; one that is over stays as expired, one that is listed no more is said to be gone", async () => {
    const { storage } = await workedOn();
    const kept = JSON.parse(storage.get(KEY)!);
    kept.trades[0].token = 999_999;
    kept.trades[1].lotSize = 75;
    kept.trades.push(
      {
        ...kept.trades[0],
        tradingsymbol: "NIFTY26N1724000PE",
        type: "PE",
        expiry: "2026-11-17",
        expiryInstant: NOW - 1,
        token: 55,
      },
      { ...kept.trades[0], tradingsymbol: "NIFTY26NOV99000CE", strike: 99_000, token: 56 },
    );
    storage.set(KEY, JSON.stringify(kept));
    const { state, server, clock } = await createWorld({ storage });
    expect(state.instance!.legs.map(({ token, isExpired }) => [token, isExpired])).toEqual([
      [contract("CE", 24_000).token, false],
      [contract("CE", 24_200).token, false],
      [55, true],
    ]);
    expect(state.legNotes).toMatchObject([
      { kind: "lot_changed", from: 75, to: 65 },
      { kind: "gone", tradingsymbol: "NIFTY26NOV99000CE", what: "strike" },
    ]);
    await clock.run(500);
    expect(server.newest("builder_v3").input.body).toMatchObject({
      trades: [{}, {}],
      expired_trades: [{ tradingsymbol: "NIFTY26N1724000PE", instrument_info: { instrument_type: "PE" } }],
    });
    // It is told once.
    expect((await createWorld({ storage })).state.legNotes).toEqual([]);
  });

  test("garbage is dropped with a word in the log", async () => {
    for (const text of ["", "{", "[]", '{"version":2}', '{"version":1,"underlying":"NIFTY"}', "null", "7"]) {
      const storage = new Map([[KEY, text]]);
      const { state, logged } = await createWorld({ storage });
      expect(state.instance!.legs).toEqual([]);
      expect(logged("A kept draft was not readable and is dropped")).toBe(1);
      expect(storage.has(KEY)).toBe(false);
    }
  });

  test("a storage that is full or forbidden keeps nothing and breaks nothing", async () => {
    const forbidden = new Map<string, string>();
    forbidden.set = () => {
      throw new Error("QuotaExceededError");
    };
    forbidden.get = () => {
      throw new Error("SecurityError");
    };
    const { state, buy, clock, logged } = await createWorld({ storage: forbidden });
    buy(24_000);
    await clock.run(1_000);
    expect(state.instance!.legs).toHaveLength(1);
    expect(logged("The draft could not be kept")).toBeGreaterThan(0);
  });
});

describe("what is read of a kept draft", () => {
  test("every field is looked at", async () => {
    const { storage } = await workedOn();
    const text = storage.get(KEY)!;
    expect(readDraft(text)).not.toBeNull();
    /** The draft with one field, by its path, in place of what it was. */
    const spoilt = (path: string, value: unknown) => {
      const draft = JSON.parse(text);
      const names = path.split(".");
      const last = names.pop()!;
      let at = draft;
      for (const name of names) at = at[name];
      at[last] = value;
      return readDraft(JSON.stringify(draft));
    };
    expect(spoilt("underlying", "BANKNIFTY")).not.toBeNull();
    const [trade] = JSON.parse(text).trades;
    const spoils: readonly (readonly [string, unknown])[] = [
      ["version", 1],
      ["underlying", ""],
      ["source", "ELSEWHERE"],
      ["meta", "x"],
      ["tab", "x"],
      ["trades", {}],
      ["trades", Array(501).fill(trade)],
      ["trades.0.quantity", 0],
      ["trades.0.quantity", "65"],
      ["trades.0.type", "XX"],
      ["trades.0.expiry", "tomorrow"],
      ["trades.0.lotSize", 0],
      ["trades.0.isSelected", 1],
      ["figures.ivOffset", null],
      ["figures.customStrikeWiseIvs", { a: "b" }],
      ["figures.manualPnl", null],
    ];
    for (const [path, value] of spoils) expect(spoilt(path, value), path).toBeNull();
  });
});

describe("instruments", () => {
  test("what needs them waits for them, in order", async () => {
    const { analyzer, engine, state, settle } = await createWorld({ isClosed: true });
    let open = (): void => {};
    engine.gate = new Promise((resolve) => {
      open = resolve;
    });
    analyzer.open("NIFTY");
    analyzer.dispatch({
      type: "add-leg",
      contract: contract("CE", 24_000),
      deal: { action: "BUY", quantity: 65, entryPrice: null },
    });
    const { id } = state.instance!.legs[0]!;
    analyzer.dispatch({ type: "set-strike", id, strike: 24_100 });
    analyzer.dispatch({ type: "step-strike", id, direction: 1 });
    expect(state.instance!.legs[0]!.strike).toBe(24_000);
    open();
    await settle();
    expect(state.instance!.legs[0]!.strike).toBe(24_150);
  });

  test("that cannot be had are told, asked for again, and found", async () => {
    const { analyzer, engine, state, clock } = await createWorld({ isClosed: true });
    engine.failure = "Failed to get metacache for underlying with symbol NIFTY";
    analyzer.open("NIFTY");
    await clock.run(1);
    expect(state).toMatchObject({ phase: "failed", failure: engine.failure });
    engine.failure = null;
    await clock.run(5_000);
    expect(state).toMatchObject({ phase: "ready", failure: null });
    expect(state.contracts!.expiries).toEqual(["2026-11-24", FAR]);
  });

  test("another list takes the place of the old one without a gap", async () => {
    const { engine, etags, state, settle } = await createWorld();
    engine.contracts = CONTRACTS.filter(({ expiry }) => expiry === FAR);
    etags.set("etag-2");
    expect(state.phase).toBe("ready");
    await settle();
    expect(state.contracts!.expiries).toEqual([FAR]);
  });

  test("of an underlying that was left meanwhile are not taken", async () => {
    const { analyzer, engine, state, clock } = await createWorld({ isClosed: true });
    let open = (): void => {};
    engine.gate = new Promise((resolve) => {
      open = resolve;
    });
    analyzer.open("BANKNIFTY");
    analyzer.open("NIFTY");
    open();
    await clock.run(1);
    expect(state.underlying!.symbol).toBe("NIFTY");
    expect(state.contracts!.expiries).toHaveLength(2);
  });

  test("that come late, when another underlying's are here, are not taken either", async () => {
    const { analyzer, engine, state, clock } = await createWorld({ isClosed: true });
    let open = (): void => {};
    engine.contractsGate = new Promise((resolve) => {
      open = resolve;
    });
    analyzer.open("BANKNIFTY");
    await clock.run(1);
    engine.contractsGate = Promise.resolve();
    analyzer.open("NIFTY");
    await clock.run(1);
    open();
    await clock.run(1);
    expect(state.underlying!.symbol).toBe("NIFTY");
    expect(state.contracts!.expiries).toHaveLength(2);
  });
});

test("why an action would come to nothing is said in words", async () => {
  const { analyzer, state, buy } = await createWorld();
  buy(24_000);
  const { id } = state.instance!.legs[0]!;
  expect(analyzer.refusalOf({ type: "set-quantity", id, units: 0 })).toMatch(/whole number/);
  expect(analyzer.refusalOf({ type: "set-quantity", id, units: 65 })).toBeNull();
});

test("a page that is left leaves nothing behind", async () => {
  const { analyzer, worker, clock, caller, visibility, server, buy, storage } = await createWorld();
  buy(24_000);
  await clock.run(1_000);
  buy(24_100);
  analyzer.dispose();
  expect(worker.isDisposed).toBe(true);
  expect(worker.specs.at(-1)).toBe("closed");
  expect(clock.pending).toBe(0);
  expect(readDraft(storage.get(KEY)!)!.trades).toHaveLength(2);
  const asked = server.calls.length;
  caller.set(account({ id: "acc-8" }));
  visibility.set(false);
  visibility.set(true);
  await clock.run(600_000);
  expect(server.calls).toHaveLength(asked);
});
