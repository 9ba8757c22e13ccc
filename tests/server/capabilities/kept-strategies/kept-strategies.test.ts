import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { KeptContent } from "#protocol/http/kept-content.ts";
import type { KeptListResponse, KeptResponse } from "#protocol/http/kept-strategies.ts";
import { settlementsRequest } from "#server/market/bus/market-subjects.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, type Visitor } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";
import { keptLeg, keptStrategy } from "../../../support/strategy/kept-strategy.ts";

const PATH = "/v1/strategies";
const NO_ID = "00000000-0000-4000-8000-000000000000";
const START = Date.parse("2026-11-23T05:00:00Z");

let now = START;
let api: ApiHarness;
let store: Store;
let trader: Visitor;
let other: Visitor;

beforeAll(async () => {
  store = await freshStore();
  const limits = { writesPerMinute: 100_000, threadMsPerMinute: 10_000_000 };
  api = await startApi({ store, clock: () => now, limits });
  api.bus.respond(settlementsRequest(), async () =>
    Buffer.from(JSON.stringify({ settlements: [[20261117, 24_712.35, "closing_value"]], isWhole: true })),
  );
  trader = newVisitor(api);
  other = newVisitor(api);
  await signIn(trader, "kite", { account: "SBX001" });
  await signIn(other, "kite", { account: "SBX002" });
}, 180_000);
afterAll(() => api.stop());
beforeEach(async () => {
  now = START;
  for (const visitor of [trader, other]) {
    for (const { id } of (await list(visitor)).strategies) {
      await visitor.fetch(`${PATH}/${id}`, { method: "DELETE" });
    }
  }
});

const list = async (visitor = trader) => (await visitor.fetch(PATH)).json<KeptListResponse>().data;
const post = (path: string, body: unknown, visitor = trader) => visitor.fetch(path, { method: "POST", body });
const create = (name: string, strategy: unknown = keptStrategy(), visitor = trader) =>
  post(PATH, { name, strategy }, visitor);
const refusal = (answer: Answer) => [
  answer.status,
  answer.json<{ error: { code: string } }>().error?.code ?? null,
];
async function created(name: string, strategy: KeptContent = keptStrategy()): Promise<string> {
  const answer = await create(name, strategy);
  expect(answer.status).toBe(200);
  return answer.json<{ data: { id: string } }>().data.id;
}

describe("saved strategies", () => {
  it("come back as they were saved, every field of them (KEEP-1)", async () => {
    const strategy = keptStrategy({ meta: { id: "x", name: "<b>Straddle</b>" }, source: "PRESET_STRATEGY" });
    const id = await created("  Iron <i>condor</i> 😀 ", strategy);
    const { data } = (await trader.fetch(`${PATH}/${id}`)).json<KeptResponse>();
    expect(data).toMatchObject({
      id,
      name: "Iron <i>condor</i> 😀",
      revision: 1,
      settlements: [],
      today: "2026-11-23",
    });
    expect(data.strategy).toEqual(strategy);
    const { strategies, most } = await list();
    expect(most).toBe(200);
    expect(strategies).toMatchObject([
      { id, underlying: "NIFTY", first_expiry: "2026-11-24", last_expiry: "2026-11-24", leg_count: 1 },
    ]);
    expect(strategies[0]?.legs[0]).toMatchObject({ strike: 24_500, quantity: -65, entryPrice: 120.5 });
  });

  it("are their account's alone: to another they are not there", async () => {
    const id = await created("Mine");
    expect((await list(other)).strategies).toEqual([]);
    const strategy = keptStrategy();
    expect(refusal(await other.fetch(`${PATH}/${id}`))).toEqual([404, "strategy.not_found"]);
    expect(refusal(await post(`${PATH}/${id}`, { revision: 1, strategy }, other))).toEqual([
      404,
      "strategy.not_found",
    ]);
    for (const what of ["rename", "restore"]) {
      const body = what === "rename" ? { name: "Theirs" } : undefined;
      const answer = await post(`${PATH}/${id}/${what}`, body, other);
      expect(refusal(answer), what).toEqual([404, "strategy.not_found"]);
    }
    expect(refusal(await other.fetch(`${PATH}/${id}`, { method: "DELETE" }))).toEqual([
      404,
      "strategy.not_found",
    ]);
    expect((await list()).strategies).toHaveLength(1);
  });

  it("need an account (401), as the matrix says of what is an account's own", async () => {
    const visitor = newVisitor(api);
    const strategy = keptStrategy();
    const asked: [string, string, unknown][] = [
      ["GET", PATH, undefined],
      ["POST", PATH, { name: "A", strategy }],
      ["GET", `${PATH}/${NO_ID}`, undefined],
      ["POST", `${PATH}/${NO_ID}`, { revision: 1, strategy }],
      ["DELETE", `${PATH}/${NO_ID}`, undefined],
      ["POST", `${PATH}/${NO_ID}/rename`, { name: "B" }],
      ["POST", `${PATH}/${NO_ID}/restore`, undefined],
    ];
    for (const [method, path, body] of asked) {
      const answer = await visitor.fetch(path, { method, body });
      expect(refusal(answer), `${method} ${path}`).toEqual([401, "auth.required"]);
    }
  });

  it("without the builder in the plan can be read and deleted, not made or changed", async () => {
    const google = newVisitor(api);
    await signIn(google, "google");
    const strategy = keptStrategy();
    const upgrade = [403, "access.upgrade_needed"];
    expect(refusal(await create("A", strategy, google))).toEqual(upgrade);
    expect(refusal(await post(`${PATH}/${NO_ID}`, { revision: 1, strategy }, google))).toEqual(upgrade);
    expect((await google.fetch(PATH)).status).toBe(200);
    const gone = await google.fetch(`${PATH}/${NO_ID}`, { method: "DELETE" });
    expect(refusal(gone)).toEqual([404, "strategy.not_found"]);
  });

  it("have names of 1 to 80 characters, once an account whatever the case (KEEP-6)", async () => {
    await created("Iron Condor");
    for (const name of ["iron condor", "  IRON CONDOR  "]) {
      expect(refusal(await create(name)), name).toEqual([409, "strategy.name_taken"]);
    }
    for (const name of ["", "   ", "x".repeat(81), "a\nb", "a\u0000b"]) {
      expect(refusal(await create(name)), JSON.stringify(name)).toEqual([400, "request.invalid"]);
    }
    expect((await create("😀".repeat(80))).status).toBe(200);
    expect((await create("Iron Condor", keptStrategy(), other)).status).toBe(200);
  });

  it("are 200 at most: one more is refused, and nothing of the others is lost (KEEP-6)", async () => {
    const { id: accountId } = (await trader.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    const kept = { accountId, summary: "", content: JSON.stringify(keptStrategy()), at: now };
    for (let i = 0; i < 199; i++) {
      await store.keptStrategies.create({ ...kept, name: `S ${i}`, nameKey: `s ${i}` }, 200);
    }
    expect((await create("the last")).status).toBe(200);
    expect(refusal(await create("one more"))).toEqual([409, "strategy.too_many"]);
    expect((await list()).strategies).toHaveLength(200);
  });

  it("saved in two tabs at once keep the first; the second is told, and can save under another name (KEEP-7)", async () => {
    const id = await created("A");
    const first = await post(`${PATH}/${id}`, { revision: 1, strategy: keptStrategy({ tab: "pnlTable" }) });
    expect(first.json()).toMatchObject({ data: { revision: 2 } });
    const mine = keptStrategy({ tab: "greeksTable" });
    const second = await post(`${PATH}/${id}`, { revision: 1, strategy: mine });
    expect(refusal(second)).toEqual([409, "strategy.changed"]);
    expect(second.json()).toMatchObject({ error: { details: { revision: 2, updated_at: START } } });
    const kept = (await trader.fetch(`${PATH}/${id}`)).json<KeptResponse>().data;
    expect(kept.strategy.tab).toBe("pnlTable");
    expect((await create("A, mine", mine)).status).toBe(200);
  });

  it("come back within 10 minutes of their deletion, and not after (KEEP-9)", async () => {
    const id = await created("A");
    await trader.fetch(`${PATH}/${id}`, { method: "DELETE" });
    expect((await list()).strategies).toEqual([]);
    now += 600_000 - 1;
    const back = await post(`${PATH}/${id}/restore`, undefined);
    expect(back.json()).toMatchObject({ data: { id, name: "A", revision: 1 } });
    await trader.fetch(`${PATH}/${id}`, { method: "DELETE" });
    now += 600_000;
    expect(refusal(await post(`${PATH}/${id}/restore`, undefined))).toEqual([404, "strategy.not_found"]);
  });

  it("say what their expired legs settled at, and of which day that is known (KEEP-5)", async () => {
    const over = { expiry: "2026-11-17", expiryInstant: Date.parse("2026-11-17T10:00:00Z") };
    const unknown = { expiry: "2026-10-27", expiryInstant: Date.parse("2026-10-27T10:00:00Z") };
    const id = await created(
      "Calendar",
      keptStrategy({ legs: [keptLeg(over), keptLeg(unknown), keptLeg()] }),
    );
    const settled = [{ expiry: "2026-11-17", price: 24_712.35, origin: "closing_value" }];
    expect((await trader.fetch(`${PATH}/${id}`)).json<KeptResponse>().data.settlements).toEqual(settled);
    expect((await list()).strategies[0]?.settlements).toEqual(settled);
  });

  it("that another version wrote are listed, and say why they do not open", async () => {
    const id = await created("A");
    const { id: accountId } = (await trader.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    const content = JSON.stringify({ ...keptStrategy(), version: 2 });
    await store.keptStrategies.update({ accountId, id, revision: 1, summary: "[]", content, at: now });
    expect((await list()).strategies).toMatchObject([{ id, name: "A", leg_count: 0, kept_on: "2026-11-23" }]);
    const answer = await trader.fetch(`${PATH}/${id}`);
    expect(refusal(answer)).toEqual([409, "strategy.unreadable"]);
    expect(answer.json()).toMatchObject({ error: { details: { version: 2, known: 1 } } });
  });

  it("that are malformed, too deep or too large are refused, each with its code (KEEP-2)", async () => {
    const leg = keptLeg();
    const bad: unknown[] = [
      null,
      { ...keptStrategy(), version: 2 },
      { ...keptStrategy(), legs: [] },
      { ...keptStrategy(), legs: [{ ...leg, quantity: 1.5 }] },
      { ...keptStrategy(), legs: [{ ...leg, strike: -1 }] },
      { ...keptStrategy(), legs: [{ ...leg, expiry: "24 Nov" }] },
      { ...keptStrategy(), extra: 1 },
      { ...keptStrategy(), tab: "nope" },
      { ...keptStrategy(), source: "__proto__" },
    ];
    for (const strategy of bad) {
      expect(refusal(await create("bad", strategy))).toEqual([400, "request.invalid"]);
    }
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    for (const strategy of [deep, JSON.stringify(keptStrategy()).replace("24611.4", deep)]) {
      expect(refusal(await post(PATH, `{"name":"deep","strategy":${strategy}}`))).toEqual([
        400,
        "request.invalid",
      ]);
    }
    const large = keptStrategy({ legs: Array.from({ length: 400 }, () => leg) });
    expect(refusal(await create("large", large))).toEqual([413, "request.too_large"]);
    for (const id of ["1", "..%2f..", "a".repeat(500), `${NO_ID}0`]) {
      expect(refusal(await trader.fetch(`${PATH}/${id}`)), id).toEqual([400, "request.invalid"]);
    }
    expect((await list()).strategies).toEqual([]);
  });
});
