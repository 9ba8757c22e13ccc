// @vitest-environment happy-dom
import { afterAll, expect, it, vi } from "vitest";
import { finishLogin } from "#src/api/login-calls.ts";

const sent: Request[] = [];
vi.stubGlobal("fetch", async (request: Request) => {
  sent.push(request);
  return Response.json({ error: { code: "auth.bad_login", message: "no", details: {} } }, { status: 401 });
});
afterAll(() => vi.unstubAllGlobals());

it("hands Angel One's tokens to the server in a body, and puts them into no address", async () => {
  const token = `${"a".repeat(30)}.b.c,${"f".repeat(30)},${"r".repeat(30)}`;
  await expect(finishLogin("angel_broking", { token, state: "s" })).rejects.toBeDefined();
  const [request] = sent;
  expect([request!.method, new URL(request!.url).search]).toEqual(["POST", ""]);
  expect(await request!.json()).toEqual({ request_token: token, state: "s" });
});
