import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddress, createProxyCheck, isLoopback } from "#server/platform/http/addresses.ts";

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe("the client's address", () => {
  it("is the peer's own when no proxy is trusted, whatever it claims", () => {
    expect(clientAddress(request("9.9.9.9", "127.0.0.1"), createProxyCheck([]))).toBe("9.9.9.9");
  });

  it("is the last forwarded address that is no proxy", () => {
    const isProxy = createProxyCheck(["10.0.0.0/8", "::1/128"]);
    expect(clientAddress(request("10.0.0.1", "1.1.1.1, 2.2.2.2, 10.0.0.7"), isProxy)).toBe("2.2.2.2");
    expect(clientAddress(request("::1", "1.1.1.1"), isProxy)).toBe("1.1.1.1");
    expect(clientAddress(request("::ffff:10.0.0.1", "1.1.1.1"), isProxy)).toBe("1.1.1.1");
  });

  it("stays the proxy's when what was forwarded is no address", () => {
    const isProxy = createProxyCheck(["10.0.0.0/8"]);
    expect(clientAddress(request("10.0.0.1", "evil"), isProxy)).toBe("10.0.0.1");
    expect(clientAddress(request("10.0.0.1"), isProxy)).toBe("10.0.0.1");
  });
});

describe("loopback", () => {
  it("is 127.0.0.0/8 and ::1, also over an IPv6 socket, and no name that looks like it", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
    expect(["128.0.0.1", "127.evil.example", "::2", "", "10.0.0.1"].some(isLoopback)).toBe(false);
  });
});
