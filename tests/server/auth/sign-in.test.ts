import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiHarness, startApi } from "../../support/api-server.ts";
import { freshStore } from "../../support/store.ts";
import { newVisitor, signInFresh } from "../../support/visitor.ts";

let api: ApiHarness;
beforeEach(async () => {
  api = await startApi({ store: await freshStore() });
}, 60_000);
afterEach(() => api.stop());

describe("Zerodha, through the sandbox", () => {
  it("signs a newcomer in, once, and remembers where they wanted to go", async () => {
    const visitor = newVisitor(api);
    const answer = await signInFresh(visitor, "/option-chain?underlying=NIFTY");
    expect([answer.status, answer.body.toString()]).toEqual([200, expect.any(String)]);
    expect(answer.json()).toMatchObject({
      is_first_time_login: true,
      redirect_path: "/option-chain?underlying=NIFTY",
      data: { is_anon_user: false, broker_details: { broker_id: 1 }, delay_ms: 0 },
    });
    const me = await visitor.fetch("/v1/users/me");
    expect(me.json()).toMatchObject({ data: { is_anon_user: false, is_first_time_login: false } });
  });
});
