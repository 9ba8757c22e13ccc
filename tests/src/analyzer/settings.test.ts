/** The account's settings: fetched, applied at once, kept or taken back. */

import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { createWorld } from "./world.ts";

const down = (): ApiFailure =>
  new ApiFailure({ status: null, statusText: "", body: null, message: "The server was not available" });

describe("settings", () => {
  test("are the account's from the start", async () => {
    const { analyzer, state, settings, clock } = await createWorld({ isClosed: true });
    settings.kept = { ...DEFAULT_SETTINGS, tradeView: "units", sdMode: "targetDate" };
    analyzer.open("NIFTY");
    await clock.run(1);
    expect(state.instance!.settings).toEqual(settings.kept);
    expect(settings.fetched).toBe(1);
    await clock.run(600_000);
    expect(settings.fetched).toBe(1);
  });

  test("are applied at once and kept; what is not kept is taken back, with the reason", async () => {
    const { analyzer, state, settings, clock } = await createWorld();
    analyzer.saveSettings({ tradeView: "units" });
    expect(state.instance!.settings.tradeView).toBe("units");
    await clock.run(1);
    expect(settings.saved).toEqual([{ tradeView: "units" }]);
    settings.failure = down();
    analyzer.saveSettings({ sdFixedDays: 14 });
    expect(state.instance!.settings.sdFixedDays).toBe(14);
    await clock.run(1);
    expect(state.instance!.settings).toMatchObject({ sdFixedDays: 7, tradeView: "units" });
    expect(state.settingsFailure).toBe("The settings were not saved: The server was not available");
    settings.failure = null;
    analyzer.saveSettings({ sdFixedDays: 10 });
    expect(state.settingsFailure).toBeNull();
  });

  test("what a change was that was given up before one that failed, the server says", async () => {
    const { analyzer, state, settings, clock } = await createWorld();
    analyzer.saveSettings({ tradeView: "units" });
    // It reached the server, and the next change took the turn of its answer.
    settings.kept = { ...DEFAULT_SETTINGS, tradeView: "units" };
    settings.failure = down();
    analyzer.saveSettings({ sdFixedDays: 14 });
    await clock.run(1);
    expect(state.instance!.settings).toEqual(DEFAULT_SETTINGS);
    settings.failure = null;
    await clock.run(60_000);
    expect(state.instance!.settings).toEqual(settings.kept);
  });

  test("a change that overtakes another keeps both", async () => {
    const { analyzer, settings, clock } = await createWorld();
    analyzer.saveSettings({ tradeView: "units" });
    analyzer.saveSettings({ invertPrice: true });
    await clock.run(1);
    expect(settings.saved.at(-1)).toEqual({ tradeView: "units", invertPrice: true });
  });

  test("[ANZ-5] of a strategy count while it is worked on; a change is the account's, and no other is", async () => {
    const { analyzer, state, settings, clock, buy } = await createWorld();
    settings.kept = { ...DEFAULT_SETTINGS };
    buy(24_000);
    analyzer.adoptSettings({ sdMode: "fixed", sdFixedDays: 30, netOfCharges: true });
    expect(state.instance!.settings).toMatchObject({ sdMode: "fixed", sdFixedDays: 30, netOfCharges: true });
    await clock.run(1_000);
    expect(settings.saved).toEqual([]);
    analyzer.saveSettings({ netOfCharges: false });
    await clock.run(1);
    expect(state.instance!.settings).toMatchObject({ sdMode: "fixed", netOfCharges: false });
    expect(settings.saved).toEqual([{ netOfCharges: false }]);
    analyzer.saveSettings({ tradeView: "units" });
    await clock.run(1);
    expect(settings.saved.at(-1)).toEqual({ tradeView: "units" });
    analyzer.open("BANKNIFTY");
    await clock.run(1);
    expect(state.instance!.settings).toEqual({ ...DEFAULT_SETTINGS, tradeView: "units" });
  });

  test("[ANZ-5] the account's, told later, do not take the place of the strategy's", async () => {
    const { analyzer, state, settings, clock } = await createWorld({ isClosed: true });
    settings.kept = { ...DEFAULT_SETTINGS, tradeView: "units", sdMode: "targetDate" };
    analyzer.open("NIFTY");
    analyzer.adoptSettings({ sdMode: "fixed" });
    await clock.run(1);
    expect(state.instance!.settings).toMatchObject({ tradeView: "units", sdMode: "fixed" });
    analyzer.adoptSettings({});
    expect(state.instance!.settings).toEqual(settings.kept);
  });

  test("[ANZ-5] a change that is not kept leaves the strategy's as they were", async () => {
    const { analyzer, state, settings, clock } = await createWorld();
    analyzer.adoptSettings({ netOfCharges: true });
    settings.failure = down();
    analyzer.saveSettings({ netOfCharges: false });
    await clock.run(1);
    expect(state.instance!.settings.netOfCharges).toBe(true);
  });

  test("a figure that is none changes nothing", async () => {
    const { analyzer, state, settings, clock } = await createWorld();
    analyzer.saveSettings({ sdFixedDays: 0 });
    await clock.run(1);
    expect(state.instance!.settings.sdFixedDays).toBe(7);
    expect(settings.saved).toEqual([]);
  });
});
