import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LinkResponse } from "#protocol/http/strategy-links.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, type Visitor } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";
import { keptLeg, keptStrategy } from "../../../support/strategy/kept-strategy.ts";

const OURS = "/user/analyze-builder-data";
const DAY = 86_400_000;
const START = Date.parse("2026-11-23T05:00:00Z");
const SKETCH = [
  [0, -0.4],
  [0.5, 1],
  [1, -1],
];

let now = START;
let api: ApiHarness;
let store: Store;
let trader: Visitor;

beforeAll(async () => {
  store = await freshStore();
  const limits = { writesPerMinute: 100_000, threadMsPerMinute: 10_000_000 };
  api = await startApi({ store, clock: () => now, limits });
  trader = newVisitor(api);
  await signIn(trader, "kite", { account: "SBX001" });
}, 180_000);
afterAll(() => api.stop());
beforeEach(() => {
  now = START;
});

const put = (body: unknown, visitor = trader, path = OURS) => visitor.fetch(path, { method: "POST", body });
const open = (id: string, visitor = trader) => visitor.fetch(`/analyze-builder-data/${id}`);
const refusal = (answer: Answer) => [
  answer.status,
  answer.json<{ error: { code: string } }>().error?.code ?? null,
];
async function putAway(body: Record<string, unknown> = {}): Promise<string> {
  const answer = await put({ strategy: keptStrategy(), ...body });
  expect(answer.status).toBe(200);
  return answer.json<{ data: string }>().data;
}

describe("strategies by link", () => {
  it("come back as a JSON string, every field of them, to any account with the builder (KEEP-10)", async () => {
    const strategy = keptStrategy({ legs: [keptLeg(), keptLeg({ tradingsymbol: "<b>", quantity: 130 })] });
    const answer = await put({ strategy, sketch: SKETCH });
    const { data: id } = answer.json<{ data: string }>();
    const other = newVisitor(api);
    await signIn(other, "kite", { account: "SBX002" });
    for (const visitor of [trader, other]) {
      const { data, preview } = (await open(id, visitor)).json<LinkResponse>();
      expect(JSON.parse(data ?? "")).toEqual(strategy);
      expect(preview).toBeNull();
    }
    expect((await trader.fetch(`/v1/analyze-builder-data/${id}`)).status).toBe(200);
  });

  it("are put away with a widget's token, which shares none, lists none and ends none (EMB-10)", async () => {
    const visitor = newVisitor(api);
    const entered = await signIn(visitor, "kite", { account: "SBX002" });
    const headers = { "x-auth-token": entered.json<{ access_token: string }>().access_token };
    const frame = newVisitor(api);
    const strategy = keptStrategy();
    const post = (body: unknown) => frame.fetch(OURS, { method: "POST", headers, body });
    const { data: id } = (await post({ strategy })).json<{ data: string }>();
    expect(JSON.parse((await open(id)).json<LinkResponse>().data ?? "")).toEqual(strategy);
    expect(refusal(await post({ strategy, is_shared: true }))).toEqual([403, "request.forbidden"]);
    expect((await frame.fetch(OURS, { headers })).status).toBe(401);
    expect((await frame.fetch(`${OURS}/${id}`, { method: "DELETE", headers })).status).toBe(401);
  });

  it("have ids that cannot be guessed: 144 bits, none like another", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => putAway()));
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/);
  });

  it("are a preview to visitors and below the plan: names, expiries, the sketch as stored, and no figure (KEEP-12)", async () => {
    const id = await putAway({ is_shared: true, sketch: SKETCH });
    const google = newVisitor(api);
    await signIn(google, "google");
    for (const [visitor, needs] of [
      [newVisitor(api), "login"],
      [google, "upgrade"],
    ] as const) {
      const answer = await open(id, visitor);
      expect(answer.json()).toEqual({
        data: null,
        preview: {
          needs,
          underlying: "NIFTY",
          kept_on: "2026-11-23",
          expiries: ["2026-11-24"],
          legs: [{ tradingsymbol: "NIFTY26N2424500CE", action: "SELL" }],
          sketch: SKETCH,
        },
      });
      for (const figure of ["120.5", "118.2", "0.131", "24800", "24611.4", "65"]) {
        expect(answer.body.toString(), figure).not.toContain(figure);
      }
    }
    // Nor does any other way to the figures open to them.
    const { legs } = keptStrategy();
    const trades = legs.map(({ token, quantity }) => ({
      instrument_token: token,
      trade_action: quantity < 0 ? "SELL" : "BUY",
      quantity: Math.abs(quantity),
    }));
    for (const [visitor, code] of [
      [newVisitor(api), "auth.required"],
      [google, "access.upgrade_needed"],
    ] as const) {
      for (const [path, body] of [
        ["/v1/compute/1/builder_v3", { underlying_token: 256_265, trades }],
        ["/v1/strategies", { name: "Theirs", strategy: keptStrategy() }],
      ] as const) {
        expect(refusal(await visitor.fetch(path, { method: "POST", body }))[1], path).toBe(code);
      }
    }
    // With Pro the same account is given all of it.
    const { id: accountId } = (await google.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    await store.subscriptions.add({
      accountId,
      planId: "pro_1month",
      activatedAt: now - 1,
      validTill: now + DAY,
      autoRenew: false,
      paymentSource: null,
      amountPaise: 0,
      isReminderAcknowledged: false,
    });
    api.auth.identities.forgetAccount(accountId);
    expect((await open(id, google)).json<LinkResponse>().preview).toBeNull();
  });

  it("are made, listed and ended by accounts alone", async () => {
    const visitor = newVisitor(api);
    const id = await putAway({ is_shared: true });
    expect(refusal(await put({ strategy: keptStrategy() }, visitor))).toEqual([401, "auth.required"]);
    expect(refusal(await visitor.fetch(OURS))).toEqual([401, "auth.required"]);
    const ended = await visitor.fetch(`${OURS}/${id}`, { method: "DELETE" });
    expect(refusal(ended)).toEqual([401, "auth.required"]);
  });

  it("that are shared are listed to their account, and end when it says so (KEEP-13)", async () => {
    const sharer = newVisitor(api);
    await signIn(sharer, "kite", { account: "SBX003" });
    const made = await put({ strategy: keptStrategy(), is_shared: true }, sharer);
    const { data: id } = made.json<{ data: string }>();
    await put({ strategy: keptStrategy() }, sharer);
    expect((await sharer.fetch(OURS)).json()).toEqual({
      data: [
        {
          id,
          underlying: "NIFTY",
          legs: ["NIFTY26N2424500CE"],
          kept_on: "2026-11-23",
          created_at: START,
          opened_at: START,
        },
      ],
    });
    const foreign = await trader.fetch(`${OURS}/${id}`, { method: "DELETE" });
    expect(refusal(foreign)).toEqual([404, "link.not_found"]);
    expect((await sharer.fetch(`${OURS}/${id}`, { method: "DELETE" })).status).toBe(200);
    expect(refusal(await open(id))).toEqual([404, "link.deleted"]);
    expect((await sharer.fetch(OURS)).json()).toEqual({ data: [] });
  });

  it("are kept 30 days from the last opening; those that are shared until they are ended (KEEP-11)", async () => {
    const [idle, opened, shared] = [await putAway(), await putAway(), await putAway({ is_shared: true })];
    // No session outlives these days; an opening that shows a preview is one too.
    const visitor = newVisitor(api);
    now = START + 30 * DAY;
    expect((await open(opened, visitor)).status).toBe(200);
    now = START + 31 * DAY;
    expect(refusal(await open(idle, visitor))).toEqual([404, "link.expired"]);
    now = START + 60 * DAY;
    expect((await open(opened, visitor)).status).toBe(200);
    expect((await open(shared, visitor)).status).toBe(200);
    now = START + 400 * DAY;
    expect(refusal(await open(opened, visitor))).toEqual([404, "link.expired"]);
    expect((await open(shared, visitor)).status).toBe(200);
  });

  it("that are unknown, cut short, malformed or too large each have one clear code", async () => {
    expect(refusal(await open("A".repeat(24)))).toEqual([404, "link.not_found"]);
    for (const id of ["A".repeat(23), "A".repeat(25), "%00", "..%2f..%2fetc", "A".repeat(5_000)]) {
      const [status, code] = refusal(await open(id));
      expect([400, 414], id).toContain(status);
      expect(code).toBe("request.invalid");
    }
    for (const body of [
      { strategy: 1 },
      { strategy: keptStrategy(), sketch: [[0, 2]] },
      { strategy: keptStrategy(), sketch: [[0, 0]] },
      { strategy: keptStrategy(), price: 1 },
    ]) {
      expect(refusal(await put(body))).toEqual([400, "request.invalid"]);
    }
    const large = keptStrategy({ legs: Array.from({ length: 400 }, () => keptLeg()) });
    expect(refusal(await put({ strategy: large }))).toEqual([413, "request.too_large"]);
  });

  it("of another version say why they do not open, to previews too", async () => {
    const { id: accountId } = (await trader.fetch("/v1/users/me")).json<{ data: { id: string } }>().data;
    const content = JSON.stringify({ ...keptStrategy(), version: 9 });
    const id = "otherversionABCDEFGHIJKL";
    await store.strategyLinks.put(
      { id, accountId, isShared: true, content, summary: "", sketch: null, at: now },
      200,
    );
    for (const visitor of [trader, newVisitor(api)]) {
      expect(refusal(await open(id, visitor))).toEqual([409, "strategy.unreadable"]);
    }
  });
});

it("storage that is away is said, with when to try again", async () => {
  const away = await startApi({});
  try {
    const visitor = newVisitor(away);
    const answer = await open("A".repeat(24), visitor);
    expect(refusal(answer)).toEqual([503, "storage.unavailable"]);
    expect(answer.headers["retry-after"]).toBeDefined();
  } finally {
    await away.stop();
  }
});
