import { isIP } from "node:net";
import { performance } from "node:perf_hooks";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ClockConfig } from "../market/feed/feed-config.ts";

/* Parsers of the values with a shape of their own. Each answers the value, or a text that says what to write instead. */

const CLOCK = /^(always@)?(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(?:@(\d+(?:\.\d+)?))?$/;

/**
 * `always`, `exchange`, `2026-08-19T09:15[:30][@speed]` or `always@2026-08-19T09:15[:30]`, in India's time.
 * @param bornAt epoch ms at which the process began: a sleepless market that starts at an instant was there then, so that a feed
 *   that is started again within the process goes on
 */
export function parseClock(text: string, bornAt = performance.timeOrigin): ClockConfig | string {
  if (text === "always" || text === "exchange") return { kind: text };
  const fix =
    "use always, exchange, or a start such as 2026-08-19T09:15, 2026-08-19T09:15@60 or always@2026-08-19T09:15";
  const match = CLOCK.exec(text);
  if (match === null) return fix;
  const [, sleepless, date = "", time = "", seconds = "0", speedText] = match;
  if (sleepless !== undefined && speedText !== undefined)
    return "a market that never sleeps runs at the speed of time; leave the speed out";
  const speed = Number(speedText ?? "1");
  if (!(speed > 0 && speed <= 1000)) return "the speed behind @ runs from above 0 to 1000";
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) || Number(seconds) >= 60) return fix;
  // Times go over the wire as unsigned 32-bit seconds.
  if (date < "2000" || date >= "2100") return "start in a year from 2000 to 2099";
  try {
    const at = istInstant(date, time) + Math.round(Number(seconds) * 1_000);
    return sleepless === undefined ? { kind: "start", at, speed } : { kind: "always", aheadMs: at - bornAt };
  } catch {
    return fix;
  }
}

/** Origins separated by commas: scheme, host and port, no path. */
export function parseOrigins(text: string): readonly string[] | string {
  const origins: string[] = [];
  for (const part of text.split(",")) {
    const origin = part.trim().replace(/\/$/, "");
    const fix = `write origins such as https://example.com or http://127.0.0.1:8080 (${JSON.stringify(origin)} is not one)`;
    if (!/^https?:\/\/[^/\\\s?#@]+$/i.test(origin)) return fix;
    try {
      origins.push(new URL(origin).origin);
    } catch {
      return fix;
    }
  }
  return origins;
}

function isRange(text: string): boolean {
  const [address = "", bits, rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** `off`, or addresses and CIDR ranges separated by commas; `loopback` stands for both loopback ranges. */
export function parseTrustedProxies(text: string): readonly string[] | string {
  if (["off", "false", "0", "no"].includes(text.toLowerCase())) return [];
  const proxies: string[] = [];
  for (const part of text.split(",")) {
    const proxy = part.trim().toLowerCase();
    if (proxy === "loopback") proxies.push("127.0.0.0/8", "::1/128");
    else if (isRange(proxy)) proxies.push(proxy);
    else return "use off, loopback, or addresses and CIDR ranges of your proxies, such as 10.0.0.0/8";
  }
  return proxies;
}
