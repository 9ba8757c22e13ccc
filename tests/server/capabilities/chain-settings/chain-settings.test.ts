import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ChainSettings,
  DEFAULT_CHAIN_SETTINGS,
  type KeptView,
  VIEW_COLUMN_IDS,
} from "#domain/chain/settings.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, type Visitor } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";

const PATH = "/v1/option_chain_settings_v2";
const MINE: KeptView = { id: "own", name: "Mine", columns: ["ltp", "oi", "strike"] };

let api: ApiHarness;
/** Of Zerodha, whose accounts have the premium columns. */
let trader: Visitor;
/** Of Upstox without a plan, whose accounts need Pro. */
let other: Visitor;

beforeAll(async () => {
  api = await startApi({ store: await freshStore() });
  trader = newVisitor(api);
  await signIn(trader, "kite", { account: "SBX001" });
  other = newVisitor(api);
  await signIn(other, "upstox", { account: "SB1001" });
});
afterAll(() => api.stop());

interface Data {
  readonly revision: number;
  readonly settings: ChainSettings;
  readonly is_whole: boolean;
}
const read = async (visitor: Visitor): Promise<Data> =>
  (await visitor.fetch(PATH)).json<{ data: Data }>().data;
const post = (visitor: Visitor, body: unknown) => visitor.fetch(PATH, { method: "POST", body });
const reset = (visitor: Visitor, id: string) => visitor.fetch(`${PATH}/reset_view/${id}`, { method: "PUT" });

/** Settings with this in them, over whatever is kept now. */
async function save(visitor: Visitor, change: Partial<ChainSettings>) {
  const { revision } = await read(visitor);
  return post(visitor, { revision, settings: { ...DEFAULT_CHAIN_SETTINGS, ...change } });
}

describe("settings of the option chain", () => {
  it("[CHAIN-45] are the defaults for a visitor and for an account that has kept nothing", async () => {
    for (const visitor of [newVisitor(api), trader]) {
      expect(await read(visitor)).toEqual({ revision: 0, settings: DEFAULT_CHAIN_SETTINGS, is_whole: true });
    }
  });

  it("[CHAIN-45] are the account's in another browser, and no other account's", async () => {
    const change = { perLot: true, showNstrikesAboveATM: 40, view: "own", views: [MINE] } as const;
    expect((await save(trader, change)).status).toBe(200);
    const elsewhere = newVisitor(api);
    await signIn(elsewhere, "kite", { account: "SBX001" });
    expect((await read(elsewhere)).settings).toEqual({ ...DEFAULT_CHAIN_SETTINGS, ...change });
    expect((await read(other)).settings).toEqual(DEFAULT_CHAIN_SETTINGS);
    expect((await read(newVisitor(api))).settings).toEqual(DEFAULT_CHAIN_SETTINGS);
  });

  it("[CHAIN-46] that two devices change end in those of one, and the other is told the newer revision", async () => {
    const { revision, settings } = await read(trader);
    const answers = await Promise.all([
      post(trader, { revision, settings: { ...settings, bars: "volume" } }),
      post(trader, { revision, settings: { ...settings, bars: "oiChange" } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200)!.json<{ data: Data }>().data;
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.json()).toMatchObject({
      error: { code: "settings.changed", details: { revision: revision + 1 } },
    });
    expect(await read(trader)).toEqual(kept);
  });

  it("[CHAIN-46] a view is given back the columns that it began with; one that is not there is told", async () => {
    const changed: KeptView = { id: "greeks", name: "greeks", columns: ["ltp"] };
    await save(trader, { views: [MINE, changed] });
    const { revision } = await read(trader);
    const first = await reset(trader, "greeks");
    expect(first.status).toBe(200);
    expect(first.json<{ data: Data }>().data).toMatchObject({
      revision: revision + 1,
      settings: { views: [MINE] },
    });
    await reset(trader, "own");
    expect((await read(trader)).settings.views[0]?.columns).toContain("volume");
    const gone = await reset(trader, "gone");
    expect(gone.status).toBe(404);
    expect(gone.json()).toMatchObject({ error: { code: "settings.no_view" } });
    expect((await reset(newVisitor(api), "own")).status).toBe(401);
  });

  it("[CHAIN-47] premium columns are refused below the plan, with a way out, and nothing is kept", async () => {
    const premium: KeptView = { id: "p", name: "P", columns: ["ltp", "pop"] };
    const before = await read(other);
    const refused = await save(other, { views: [premium] });
    expect(refused.status).toBe(403);
    const { error } = refused.json<{ error: { code: string; message: string } }>();
    expect(error.code).toBe("access.upgrade_needed");
    expect(error.message).toBe(
      "The column pop comes with the Pro plan; choose the plan or leave the column out",
    );
    expect(await read(other)).toEqual(before);
    expect((await save(other, { views: [{ ...premium, columns: ["ltp", "volume"] }] })).status).toBe(200);
    expect((await save(trader, { views: [premium] })).status).toBe(200);
    // Everybody's first view stays kept as it began, or comes back.
    expect((await save(other, { views: [] })).status).toBe(200);
    expect((await save(other, {})).status).toBe(200);
  });

  it("are not a visitor's to keep", async () => {
    const refused = await post(newVisitor(api), { revision: 0, settings: DEFAULT_CHAIN_SETTINGS });
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ error: { code: "auth.required" } });
  });

  const many = Array.from({ length: 51 }, (_, i) => ({ ...MINE, id: `v${i}`, columns: VIEW_COLUMN_IDS }));
  it.each<[string, object]>([
    ["an unknown setting", { theme: "dark" }],
    ["an unknown column", { views: [{ ...MINE, columns: ["ltp", "moon"] }] }],
    ["a column twice", { views: [{ ...MINE, columns: ["ltp", "ltp"] }] }],
    ["no column", { views: [{ ...MINE, columns: [] }] }],
    ["no name", { views: [{ ...MINE, name: "  " }] }],
    ["a name without end", { views: [{ ...MINE, name: "n".repeat(41) }] }],
    ["an id that is none", { views: [{ ...MINE, id: "../x" }] }],
    ["a view twice", { views: [MINE, MINE] }],
    ["more than fifty views", { views: many }],
    ["a view that is not there", { view: "gone" }],
    ["strikes that are not offered", { showNstrikesAboveATM: 33 }],
  ])("[CHAIN-46] refuse %s and stay as they are", async (_, change) => {
    const before = await read(trader);
    const settings = { ...DEFAULT_CHAIN_SETTINGS, ...change };
    const refused = await post(trader, { revision: before.revision, settings });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: { code: "request.invalid" } });
    expect(await read(trader)).toEqual(before);
  });

  it("[CHAIN-46] fifty views of every column are kept", async () => {
    const settings = { views: many.slice(0, 50) };
    expect((await save(trader, settings)).status).toBe(200);
    expect((await read(trader)).settings.views).toHaveLength(50);
  });

  it("without storage: a visitor has the defaults, an account is told that it is away", async () => {
    const away = await startApi();
    try {
      expect((await read(newVisitor(away))).settings).toEqual(DEFAULT_CHAIN_SETTINGS);
      const holder = newVisitor(away);
      for (const [name, value] of trader.cookies) holder.cookies.set(name, value);
      expect((await holder.fetch(PATH)).status).toBe(503);
    } finally {
      await away.stop();
    }
  });
});
