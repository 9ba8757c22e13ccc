import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { type BuilderSettings, SETTING_NAMES } from "#protocol/http/builder-settings.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, type Visitor } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";

const PATH = "/v1/builder_settings";
const NOTHING = { margin_and_charts: false, chart_underlyings: [] };

/** The same in both directions: what goes over the wire is what the analyzer holds. */
const SAME: [BuilderSettings, AnalyzerSettings] extends [AnalyzerSettings, BuilderSettings] ? true : never =
  true;

let api: ApiHarness;
let trader: Visitor;

beforeAll(async () => {
  api = await startApi({
    store: await freshStore(),
    exclusions: { accounts: new Set(["zerodha:SANDBOX:SBX002"]), chartUnderlyings: ["GOLD"] },
  });
  trader = newVisitor(api);
  await signIn(trader, "kite", { account: "SBX001" });
});
afterAll(() => api.stop());

const read = async (visitor: Visitor) =>
  (await visitor.fetch(PATH)).json<{ data: Record<string, unknown> }>().data;
const save = (visitor: Visitor, body: unknown) => visitor.fetch(PATH, { method: "POST", body });

describe("settings of the builder", () => {
  it("are the defaults for a visitor and for an account that has set nothing (STRAT-22)", async () => {
    expect(SAME).toBe(true);
    expect(Object.keys(DEFAULT_SETTINGS).sort()).toEqual([...SETTING_NAMES].sort());
    for (const visitor of [newVisitor(api), trader]) {
      const { settings } = await read(visitor);
      expect(settings).toEqual(DEFAULT_SETTINGS);
    }
  });

  it("are changed one by one; what is not named stays, for this account alone", async () => {
    const first = await save(trader, { OIMode: "change", sdFixedDays: 30 });
    expect(first.status).toBe(200);
    expect(first.json()).toEqual({
      data: {
        settings: { ...DEFAULT_SETTINGS, OIMode: "change", sdFixedDays: 30 },
        excluded: { margin_and_charts: false, chart_underlyings: ["GOLD"] },
      },
    });
    const second = await save(trader, { sdMode: "targetDate", OIMode: "off" });
    const settings = { ...DEFAULT_SETTINGS, OIMode: "off", sdFixedDays: 30, sdMode: "targetDate" };
    expect(second.json()).toMatchObject({ data: { settings } });
    expect((await read(trader)).settings).toEqual(settings);
    expect((await read(newVisitor(api))).settings).toEqual(DEFAULT_SETTINGS);
  });

  it("that are changed at once are all changed", async () => {
    const changes = [
      { invertPrice: true },
      { tradeView: "units" },
      { multiplyByLots: false },
      { riskRewardMode: "capital" },
    ];
    const answers = await Promise.all(changes.map((change) => save(trader, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read(trader)).settings).toMatchObject(Object.assign({}, ...changes));
  });

  it("are not a visitor's to change, and the refusal says what to do", async () => {
    const refused = await save(newVisitor(api), { invertPrice: true });
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ error: { code: "auth.required", message: "Log in to do this" } });
  });

  it.each([
    [{ theme: "dark" }, 'There is no setting "theme"; those there are: tradeView, OIMode, '],
    [{}, "Name at least one setting to change: tradeView, OIMode, "],
    [{ OIMode: "all" }, 'body/OIMode must be one of "oi", "change", "off"'],
    [{ sdFixedDays: 0 }, "body/sdFixedDays must be >= 1"],
    [{ sdFixedDays: 1.5 }, "body/sdFixedDays must be integer"],
    [{ invertPrice: "yes" }, "body/invertPrice must be boolean"],
    [[], "body must be object"],
    ["{", "not"],
  ])("refuse %j and say why", async (body, message) => {
    const before = (await read(trader)).settings;
    const refused = await save(trader, body);
    expect(refused.status).toBe(400);
    const { error } = refused.json<{ error: { code: string; message: string } }>();
    expect(error.code).toBe("request.invalid");
    expect(error.message).toContain(message);
    expect((await read(trader)).settings).toEqual(before);
  });

  it("tell an account that the operator has excluded it, and no other", async () => {
    const excluded = newVisitor(api);
    await signIn(excluded, "kite", { account: "SBX002" });
    expect((await read(excluded)).excluded).toEqual({ margin_and_charts: true, chart_underlyings: ["GOLD"] });
    expect((await read(trader)).excluded).toEqual({ margin_and_charts: false, chart_underlyings: ["GOLD"] });
    expect((await read(newVisitor(api))).excluded).toMatchObject({ margin_and_charts: false });
  });

  it("without storage: a visitor has the defaults, an account is told that it is away", async () => {
    const away = await startApi();
    try {
      expect(await read(newVisitor(away))).toEqual({ settings: DEFAULT_SETTINGS, excluded: NOTHING });
      const holder = newVisitor(away);
      for (const [name, value] of trader.cookies) holder.cookies.set(name, value);
      expect((await holder.fetch(PATH)).status).toBe(503);
    } finally {
      await away.stop();
    }
  });
});
