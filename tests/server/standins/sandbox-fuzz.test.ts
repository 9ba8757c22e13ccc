import { request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SandboxServer, startSandbox } from "#tests/support/brokers/sandbox-server.ts";

let server: SandboxServer;
beforeAll(async () => {
  server = await startSandbox();
});
afterAll(() => server.stop());

const PATHS = [
  "/kite/connect/login",
  "/kite/login/account",
  "/kite/login/consent",
  "/kite/session/token",
  "/kite/orders",
  "/kite/margins/orders",
  "/kite/margins/basket",
  "/upstox/v2/login/authorization/dialog",
  "/upstox/v2/login/authorization/token",
  "/upstox/v2/logout",
  "/upstox/v2/user/profile",
  "/upstox/v2/charges/margin",
  "/angel/publisher-login",
  "/angel/rest/secure/angelbroking/user/v1/getProfile",
  "/angel/rest/secure/angelbroking/user/v1/logout",
  "/angel/rest/secure/angelbroking/margin/v1/batch",
  "/icici/apiuser/login",
  "/icici/breezeapi/api/v1/customerdetails",
  "/icici/breezeapi/api/v1/funds",
  "/icici/breezeapi/api/v1/margincalculator",
  "/google/gsi/select",
  "/google/gsi/issue",
  "/google/oauth2/v3/certs",
];
const NAMES = [
  "api_key",
  "request_token",
  "checksum",
  "redirect_params",
  "client_id",
  "client_secret",
  "redirect_uri",
  "grant_type",
  "response_type",
  "code",
  "state",
  "flow",
  "account",
  "outcome",
  "decision",
  "nonce",
  "fault",
  "AppKey",
  "time_stamp",
  "SessionToken",
  "clientcode",
  "v",
];
const KNOWN = [
  "sandboxkite",
  "5a6db0c5-0000-4000-8000-sandboxupstox",
  "sandboxangel",
  "sandboxicici",
  "strikewise-sandbox.apps.example",
  "authorization_code",
  "code",
  "3",
  "new",
  "__proto__",
];
const text = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const fields = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 8 });
const body = fc.oneof(
  fields.map((each) => ["application/x-www-form-urlencoded", new URLSearchParams(each).toString()] as const),
  fc
    .dictionary(fc.constantFrom(...NAMES), fc.jsonValue())
    .map((each) => ["application/json", JSON.stringify(each)] as const),
  fc.jsonValue().map((each) => ["application/json", JSON.stringify(each)] as const),
  fc.string().map((each) => ["application/json", each] as const),
  fc.string().map((each) => ["text/plain", each] as const),
);

function send(
  method: string,
  path: string,
  type: string,
  content: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": type,
      "content-length": Buffer.byteLength(content),
      "x-kite-version": "3",
      authorization: "Bearer x",
    };
    const call = request(`${server.origin}/sandbox${path}`, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    call.on("error", reject);
    call.end(content);
  });
}

describe("whatever is sent to it", () => {
  it("the sandbox answers without breaking, and shows nothing of its inside", async () => {
    const property = fc.asyncProperty(
      fc.constantFrom("GET", "POST", "DELETE"),
      fc.constantFrom(...PATHS),
      fields,
      body,
      async (method, path, query, [type, content]) => {
        const { status, text: answer } = await send(
          method,
          `${path}?${new URLSearchParams(query)}`,
          type,
          content,
        );
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        expect(answer).not.toMatch(/node_modules|\.ts:\d|at Object\.|TypeError/);
      },
    );
    await fc.assert(property, { numRuns: 1_500 });
  });
});
