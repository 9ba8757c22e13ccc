import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiHarness, startApi } from "#tests/support/http/api-server.ts";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const FROM_ICICI = {
  origin: "https://api.icicidirect.com",
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "content-type": "application/x-www-form-urlencoded",
};
const post = (path: string, body: string, headers: Record<string, string> = FROM_ICICI) =>
  api.call(path, { method: "POST", headers, body });

describe("ICICI Direct posts its visitors back", () => {
  it.each([
    ["in the form", "/icici_login_redirect", "API_Session=51606286"],
    ["in the address", "/icici_login_redirect?apisession=51606286", ""],
    ["in both, the form first", "/icici_login_redirect?apisession=999999", "API_Session=51606286&other=x"],
  ])("with the session %s, and they get the page by GET", async (_where, path, body) => {
    const { status, headers } = await post(path, body);
    expect(status).toBe(303);
    expect(headers.location).toBe("/icici_login_redirect?apisession=51606286");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["cache-control"]).toBe("no-store");
  });

  it.each([
    "",
    "API_Session=",
    "API_Session=a%26b%3Dc",
    "API_Session=x%0d%0aSet-Cookie:%20a%3Db",
    "API_Session=//evil.example",
    `API_Session=${"a".repeat(65)}`,
    "api_session=51606286",
  ])("without one of its shape, and they get the bare page: %s", async (body) => {
    const { status, headers } = await post("/icici_login_redirect", body);
    expect([status, headers.location]).toEqual([303, "/icici_login_redirect"]);
  });

  it("and no other page may be posted to from there", async () => {
    const { status, body } = await post("/v1/icici_validate_login", '{"request_token":"51606286"}', {
      ...FROM_ICICI,
      "content-type": "application/json",
    });
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([403, "request.forbidden"]);
    expect((await post("/kite_login_redirect", "request_token=x")).status).toBe(403);
    expect((await post("/icici_login_redirect/", "API_Session=51606286")).status).toBe(303);
    expect((await post("/icici_login_redirect", `API_Session=${"a".repeat(5_000)}`)).status).toBe(413);
  });
});
