import { beforeEach, describe, expect, test } from "vitest";
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from "#domain/chain/settings.ts";
import type { ChainSettingsBody, ChainSettingsResponse } from "#protocol/http/chain-settings.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { createSettingsKeeper, type KeptWhere } from "#src/features/chain/settings/settings-keeper.ts";

type Answer = ChainSettingsResponse["data"];
type Caller = Parameters<typeof createSettingsKeeper>[0]["caller"] extends () => infer C ? C : never;

const failure = (status: number | null, code = "", message = "Refused"): ApiFailure =>
  new ApiFailure({ status, statusText: "", body: code === "" ? null : { error: { code } }, message });

const MINE = { id: "v1", name: "Mine", columns: ["oi", "ltp"] } as const;
const body = (change: Partial<ChainSettings>): ChainSettingsBody =>
  JSON.parse(JSON.stringify({ ...DEFAULT_CHAIN_SETTINGS, ...change }));

/** A device, an account's server and a clock that is wound by hand. */
function world() {
  const state = {
    text: null as string | null,
    caller: { phase: "anonymous", id: "", subject: null } as Caller,
    kept: { revision: 0, settings: body({}), is_whole: true } as Answer,
    /** of every call */
    down: null as ApiFailure | null,
    /** of saving alone */
    refusal: null as ApiFailure | null,
    saves: 0,
    told: [] as unknown[],
    shown: DEFAULT_CHAIN_SETTINGS,
    where: "device" as KeptWhere,
    isSettled: false,
    timers: [] as (() => void)[],
  };
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
  const begin = () =>
    createSettingsKeeper({
      device: {
        read: () => state.text,
        write(text) {
          state.text = text;
        },
      },
      caller: () => state.caller,
      server: {
        async read() {
          if (state.down) throw state.down;
          return state.kept;
        },
        async save({ revision, settings }) {
          state.saves++;
          const broken = state.down ?? state.refusal;
          if (broken) throw broken;
          if (revision !== state.kept.revision) throw failure(409, "settings.changed", "Changed elsewhere");
          state.kept = { revision: revision + 1, settings, is_whole: true };
          return state.kept;
        },
      },
      after: (_, run) => void state.timers.push(run),
      show(settings, where, isSettled) {
        Object.assign(state, { shown: settings, where, isSettled });
      },
      tell: (what) => void state.told.push(what),
    });
  const wind = async (): Promise<void> => {
    for (const run of state.timers.splice(0)) run();
    await turn();
  };
  const signIn = (id: string): void => {
    state.caller = { phase: "signed_in", id, subject: null };
  };
  return { state, begin, turn, wind, signIn };
}

let w: ReturnType<typeof world>;
beforeEach(() => {
  w = world();
});

describe("[CHAIN-51] settings of a visitor", () => {
  test("stay on the device, and leave nothing there that is a default", () => {
    const keeper = w.begin();
    expect([w.state.text, w.state.where, w.state.isSettled]).toEqual([null, "device", true]);
    keeper.change((settings) => ({ ...settings, perLot: true }));
    expect(w.state.shown.perLot).toBe(true);
    expect(w.begin().settings.perLot).toBe(true);
    keeper.change((settings) => ({ ...settings, perLot: false }));
    expect(w.state.text).toBeNull();
  });

  test("join the account at sign-in, and are told of once", async () => {
    const keeper = w.begin();
    keeper.change((settings) => ({ ...settings, perLot: true, views: [MINE] }));
    w.signIn("a");
    keeper.look();
    await w.turn();
    expect(w.state.kept.settings).toMatchObject({ perLot: true, views: [MINE] });
    expect([w.state.told, w.state.where]).toEqual([["joined"], "account"]);
    w.begin();
    await w.turn();
    expect(w.state.told).toEqual(["joined"]);
  });

  test.each(["{", "[]", '{"settings":{"view":"gone","bars":"bars"}}', '{"settings":7,"revision":-1}'])(
    "that cannot be read (%s) have their defaults, and that is said",
    (text) => {
      w.state.text = text;
      expect(w.begin().settings).toEqual(DEFAULT_CHAIN_SETTINGS);
      expect(w.state.told).toEqual(["not_whole"]);
    },
  );
});

describe("[CHAIN-52] settings of an account", () => {
  beforeEach(() => {
    w.signIn("a");
    w.state.kept = {
      revision: 4,
      settings: body({ bars: "volume", views: [{ ...MINE, columns: ["oi", "ltp"] }] }),
      is_whole: true,
    };
  });

  test("come from the server, and are kept at once when they are changed", async () => {
    const keeper = w.begin();
    await w.turn();
    expect([w.state.shown.bars, w.state.where, w.state.isSettled]).toEqual(["volume", "account", true]);
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    expect(w.state.shown.bars).toBe("none");
    await w.turn();
    expect([w.state.kept.revision, w.state.kept.settings.bars]).toEqual([5, "none"]);
  });

  test("changed while a change is on its way, the last one counts", async () => {
    const keeper = w.begin();
    await w.turn();
    for (const bars of ["oi", "none", "oiChange"] as const)
      keeper.change((settings) => ({ ...settings, bars }));
    await w.turn();
    await w.turn();
    expect([w.state.kept.settings.bars, w.state.saves]).toEqual(["oiChange", 2]);
    expect(w.state.shown.bars).toBe("oiChange");
  });

  test("changed on another device meanwhile: that one's count, and it is said", async () => {
    const keeper = w.begin();
    await w.turn();
    w.state.kept = { revision: 9, settings: body({ bars: "oi", perLot: true }), is_whole: true };
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    await w.turn();
    await w.turn();
    expect([w.state.shown.bars, w.state.shown.perLot]).toEqual(["oi", true]);
    expect(w.state.told).toEqual([{ refused: "Changed elsewhere" }]);
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    await w.turn();
    expect(w.state.kept).toMatchObject({ revision: 10, settings: { bars: "none", perLot: true } });
  });

  test("that are refused are taken back with the reason", async () => {
    const keeper = w.begin();
    await w.turn();
    w.state.refusal = failure(403, "access.upgrade_needed", "PCR comes with the Pro plan");
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    expect(w.state.shown.bars).toBe("none");
    await w.turn();
    expect([w.state.shown.bars, w.state.where]).toEqual(["volume", "account"]);
    expect(w.state.told).toEqual([{ refused: "PCR comes with the Pro plan" }]);
  });

  test("changed while the server is away stay here, marked, and are saved when it is back, in another tab if need be", async () => {
    const keeper = w.begin();
    await w.turn();
    w.state.down = failure(null);
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    await w.turn();
    expect([w.state.shown.bars, w.state.where, w.state.told]).toEqual(["none", "waiting", []]);
    await w.wind();
    expect(w.state.where).toBe("waiting");
    w.state.down = null;
    w.begin();
    await w.turn();
    expect([w.state.kept.settings.bars, w.state.where]).toEqual(["none", "account"]);
  });

  test("are saved by the same tab when it tries again", async () => {
    const keeper = w.begin();
    await w.turn();
    w.state.down = failure(503, "storage.unavailable");
    keeper.change((settings) => ({ ...settings, bars: "none" }));
    await w.turn();
    w.state.down = null;
    await w.wind();
    expect([w.state.kept.settings.bars, w.state.where]).toEqual(["none", "account"]);
  });

  test("are gone from the device at sign-out; a change that was not saved yet waits there unseen", async () => {
    const keeper = w.begin();
    await w.turn();
    w.state.caller = { phase: "anonymous", id: "", subject: null };
    keeper.look();
    expect([w.state.shown, w.state.text]).toEqual([DEFAULT_CHAIN_SETTINGS, null]);

    w.signIn("a");
    keeper.look();
    await w.turn();
    w.state.down = failure(null);
    keeper.change((settings) => ({ ...settings, perLot: true }));
    await w.turn();
    w.state.caller = { phase: "anonymous", id: "", subject: null };
    keeper.look();
    expect(w.state.shown).toEqual(DEFAULT_CHAIN_SETTINGS);
    w.state.down = null;
    w.signIn("a");
    keeper.look();
    await w.turn();
    await w.turn();
    expect(w.state.kept.settings).toMatchObject({ perLot: true, bars: "volume" });
  });

  test("of another account are not shown, not even for a moment", async () => {
    w.begin();
    await w.turn();
    w.signIn("b");
    w.state.kept = { revision: 0, settings: body({}), is_whole: true };
    const seen: string[] = [];
    const keeper = w.begin();
    seen.push(w.state.shown.bars);
    await w.turn();
    seen.push(w.state.shown.bars);
    expect(seen).toEqual(["oi", "oi"]);
    expect(keeper.settings).toEqual(DEFAULT_CHAIN_SETTINGS);
  });

  test("kept by another tab are taken as they are", async () => {
    const keeper = w.begin();
    await w.turn();
    const other = w.begin();
    await w.turn();
    other.change((settings) => ({ ...settings, size: "large" }));
    await w.turn();
    keeper.heard();
    expect([keeper.settings.size, w.state.kept.revision]).toEqual(["large", 5]);
    keeper.change((settings) => ({ ...settings, size: "small" }));
    await w.turn();
    expect([w.state.kept.settings.size, w.state.told]).toEqual(["small", []]);
  });

  test("that this version does not know whole are shown as far as it does, and it is said", async () => {
    w.state.kept = { ...w.state.kept, is_whole: false };
    w.begin();
    await w.turn();
    expect([w.state.shown.bars, w.state.told]).toEqual(["volume", ["not_whole"]]);
  });
});
