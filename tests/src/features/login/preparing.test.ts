// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { BROKERS, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { begunLogin, keepBegun } from "#src/features/login/begun-login.ts";
import { finish } from "#src/features/login/finish-once.ts";
import { parseLoginParams } from "#src/features/login/login-params.ts";
import { isPreparing, nextTryIn, oncePrepared, PREPARING_MS } from "#src/features/login/preparing.ts";
import { loginResult } from "../../../support/http/sample-answers.ts";

const failure = (status: number, code: string): ApiFailure =>
  new ApiFailure({
    status,
    statusText: "",
    body: { error: { code, message: "x", details: {} } },
    message: "x",
  });

function clock() {
  let at = 0;
  return {
    now: () => at,
    wait: async (ms: number) => {
      at += ms;
    },
  };
}

describe("[LOGIN-22] a step of a login", () => {
  test("waits while storage opens, says so, and goes on by itself", async () => {
    const time = clock();
    let told = 0;
    const step = async (): Promise<string> => {
      if (time.now() < 8_000) throw failure(503, "storage.unavailable");
      return "in";
    };
    expect(await oncePrepared(step, () => told++, time)).toBe("in");
    expect(told).toBeGreaterThan(1);
  });

  test("is given up after a while, and asks no oftener than a server takes of one address", async () => {
    const time = clock();
    const tries: number[] = [];
    const step = async (): Promise<never> => {
      tries.push(time.now());
      throw failure(503, "storage.unavailable");
    };
    await expect(oncePrepared(step, () => {}, time)).rejects.toMatchObject({ code: "storage.unavailable" });
    expect(tries.at(-1)).toBeGreaterThanOrEqual(PREPARING_MS);
    for (const from of tries)
      expect(tries.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(10);
    expect(nextTryIn(0)).toBe(3_000);
  });

  test.each([
    [503, "storage.full"],
    [429, "request.rate_limited"],
    [403, "auth.too_many_devices"],
    [500, "server.internal"],
  ])("fails at once with %i %s", async (status, code) => {
    expect(isPreparing(failure(status, code))).toBe(false);
    let tries = 0;
    const step = async (): Promise<never> => {
      tries++;
      throw failure(status, code);
    };
    await expect(oncePrepared(step, () => {}, clock())).rejects.toMatchObject({ code });
    expect(tries).toBe(1);
  });
});

describe("[LOGIN-22] a login that could not begin", () => {
  const SENT_BACK = parseLoginParams("?status=error&error=storage.unavailable");
  const edges = (begun: ReturnType<typeof begunLogin>) => ({
    finish: async () => loginResult(),
    enter: () => "/home",
    begun: () => begun,
  });

  test("is begun again where it was begun", async () => {
    const login = { address: "/v1/upstox_login?redirect_target=%2Fpositions", waited: 2_000 };
    expect(await finish(BROKERS[UPSTOX], SENT_BACK, edges(login))).toEqual({ kind: "again", login });
    expect(await finish(BROKERS[UPSTOX], SENT_BACK, edges(null))).toMatchObject({ kind: "failed" });
    const refused = parseLoginParams("?status=error&error=request.rate_limited");
    expect(await finish(BROKERS[ZERODHA], refused, edges(login))).toMatchObject({ kind: "failed" });
  });

  test("is remembered for as long as it is waited for, and leads nowhere but to our own login", () => {
    const kept = new Map<string, string>();
    const storage = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    expect(begunLogin(storage, 0)).toBeNull();
    keepBegun("/v1/kite_login?sandbox_account=new", storage, 1_000);
    expect(begunLogin(storage, 6_000)).toEqual({
      address: "/v1/kite_login?sandbox_account=new",
      waited: 5_000,
    });
    expect(begunLogin(storage, 1_000 + PREPARING_MS)).toBeNull();
    for (const address of ["//evil.example/v1/kite_login?", "https://evil.example", "javascript:alert(1)"]) {
      keepBegun(address, storage, 1_000);
      expect(begunLogin(storage, 2_000), address).toBeNull();
    }
  });
});
