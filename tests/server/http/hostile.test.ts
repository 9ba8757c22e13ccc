import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressKey } from "#server/platform/http/addresses.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { finish, newVisitor, type Slug, signIn, toBroker } from "../../support/http/visitor.ts";
import { freshStore } from "../../support/store/store.ts";

let api: ApiHarness;
let written = "";
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  api = await startApi({ store: await freshStore(), log: pino({ level: "trace" }, sink) });
});
afterAll(() => api.stop());

describe("the log", () => {
  it.each(["kite", "upstox", "angel_broking", "icici"] satisfies Slug[])(
    "has nothing of what %s gave the browser, however the login ends",
    async (slug) => {
      for (const outcome of ["ok", "down", "nonsense", "expired"]) {
        const visitor = newVisitor(api);
        const way = await toBroker(visitor, slug, { outcome });
        const { status } = await finish(visitor, slug, way);
        expect(status === 200, outcome).toBe(outcome === "ok");
        const secrets = [...way.token.split(","), way.state ?? "", ...visitor.cookies.values()];
        for (const secret of secrets.filter((text) => text.length > 8)) {
          expect(written.includes(secret), `${outcome}: ${secret}`).toBe(false);
        }
      }
      expect(written).toContain("broker.unavailable");
    },
  );
});

describe("a preference", () => {
  it("that only nests is refused, not fallen over", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "kite");
    const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const post = (body: string) => visitor.fetch("/v1/user/preferences", { method: "POST", body });
    for (const levels of [100, 8_000, 100_000]) {
      const answer = await post(nested(levels));
      expect([answer.status, answer.json()], `${levels}`).toMatchObject([
        400,
        { error: { code: "request.invalid" } },
      ]);
    }
    expect((await post(nested(60))).status).toBe(200);
    expect((await visitor.fetch("/v1/users/me")).status).toBe(200);
  });
});

describe("what is for those who run the product", () => {
  it("is there for no other account by any method, nor in the published interface", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "upstox");
    for (const path of ["/v1/admin/audit", "/v1/%61dmin/audit", "/v1/admin/audit/", "/admin"]) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
        const answer = await visitor.fetch(path, { method, headers: { origin: api.origin } });
        expect([answer.status, answer.headers.allow], `${method} ${path}`).toEqual([404, undefined]);
      }
    }
    expect((await api.call("/docs/json")).body.toString()).not.toContain("admin/audit");
  });
});

describe("an error", () => {
  it("is confined whatever refuses: a route, the framework, the parser of HTTP", async () => {
    for (const path of ["/v1/%E0%A4%A", "/nothing.js", "/v1/sessions"]) {
      const { headers } = await api.call(path);
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"], path).toBe("nosniff");
    }
    const socket = connect(api.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes.toString();
    });
    socket.write("GET / HTTP/9\r\n\r\n");
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*content-security-policy: default-src 'none'.*nosniff/s);
  });
});

describe("addresses that are counted together", () => {
  it("are a host of IPv4, also when it came over IPv6, and a network of IPv6", () => {
    expect(addressKey("203.0.113.7")).toBe("203.0.113.7");
    expect(addressKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(addressKey("::ffff:203.0.113.8")).not.toBe(addressKey("::ffff:203.0.113.7"));
    expect(addressKey("2001:db8:1:2:3::4")).toBe(addressKey("2001:db8:1:2::9"));
    expect(addressKey("2001:db8:1:3::4")).not.toBe(addressKey("2001:db8:1:2::9"));
  });
});
