import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { freshStore } from "../../../support/store/store.ts";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi({ store: await freshStore(), clock: () => Date.parse("2026-11-21T04:30:00Z") });
});
afterAll(() => api.stop());

test("what is offered is told without beginning a login: no cookie, nothing of Google's", async () => {
  const full = await api.app.inject({ url: "/v1/login_config" });
  expect(full.headers["set-cookie"]).toBeDefined();
  expect(full.json().google.nonce).not.toBe("");
  const offer = await api.app.inject({ url: "/v1/login_config?begin=false" });
  expect(offer.statusCode).toBe(200);
  expect(offer.headers["set-cookie"]).toBeUndefined();
  expect(offer.json()).toEqual({
    ...full.json(),
    google: { client_id: "", nonce: "", script_url: "" },
  });
  expect((await api.app.inject({ url: "/v1/login_config?begin=perhaps" })).statusCode).toBe(400);
});
