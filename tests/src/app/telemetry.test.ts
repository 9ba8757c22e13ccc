// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "#protocol/http/account.ts";
import { createAnalytics } from "#src/app/telemetry/analytics.ts";
import { chatVisitor, showsChat } from "#src/app/telemetry/chat.ts";
import { loadScript } from "#src/app/telemetry/load-script.ts";
import { PLUGS } from "#src/app/telemetry/plugs.ts";
import { mayRecord, startRecording } from "#src/app/telemetry/screen-recording.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sink() {
  const seen: string[] = [];
  return {
    seen,
    track: (name: string) => void seen.push(name),
    page: (name: string) => void seen.push(`page ${name}`),
  };
}

test("[EMB-6] nothing is plugged in by default, and then nothing waits", () => {
  expect(PLUGS).toEqual({ analytics: null, recorder: null, chat: null, tagManager: null });
  const analytics = createAnalytics(false);
  analytics.page("home");
  const late = sink();
  analytics.open(late);
  expect(late.seen).toEqual([]);
});

test("[EMB-6] what happens before the sink is there waits, the newest hundred, in order", () => {
  const analytics = createAnalytics(true);
  for (let i = 0; i < 120; i++) analytics.track(`event ${i}`);
  const late = sink();
  analytics.open(late);
  expect(late.seen).toHaveLength(100);
  expect([late.seen[0], late.seen[99]]).toEqual(["event 20", "event 119"]);
  analytics.page("home");
  expect(late.seen.at(-1)).toBe("page home");
});

test("[EMB-6] a sink that fails is tried once, and the page does not notice", async () => {
  const analytics = createAnalytics(true);
  let tries = 0;
  analytics.open({
    track() {
      tries++;
      throw new Error("blocked");
    },
    page: () => Promise.reject(new Error("blocked")),
  });
  analytics.track("a");
  analytics.page("home");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(1);
});

test("[EMB-7] one account in ten is recorded: not visitors, not the app, not programs", () => {
  const facts = { userId: 40, isMobileApp: false, isAutomation: false };
  expect(mayRecord(facts)).toBe(true);
  expect(mayRecord({ ...facts, userId: 41 })).toBe(false);
  expect(mayRecord({ ...facts, userId: 0 })).toBe(false);
  expect(mayRecord({ ...facts, userId: null })).toBe(false);
  expect(mayRecord({ ...facts, isMobileApp: true })).toBe(false);
  expect(mayRecord({ ...facts, isAutomation: true })).toBe(false);
});

test("[EMB-7] recording starts after two seconds, and not when the visitor has gone before", () => {
  const started: number[] = [];
  const recorder = { start: (id: number) => void started.push(id) };
  const facts = { userId: 40, isMobileApp: false, isAutomation: false };
  startRecording(recorder, facts)();
  vi.advanceTimersByTime(3_000);
  expect(started).toEqual([]);
  startRecording(recorder, facts);
  vi.advanceTimersByTime(1_999);
  expect(started).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(started).toEqual([40]);
});

test("[EMB-8] the chat knows who writes, and keeps off pages where it would cover figures", () => {
  const profile = {
    name: "Asha",
    email: "a@example.com",
    external_user_id: "AB1234",
    is_anon_user: false,
    broker_details: { broker_name: "zerodha" },
    subscription_plan: { billing_plan_type: "free" },
  } as Profile;
  expect(chatVisitor(profile)).toEqual({
    name: "Asha",
    email: "a@example.com",
    externalId: "AB1234",
    brokerName: "zerodha",
    plan: "free",
  });
  expect(showsChat("home")).toBe(true);
  expect(showsChat("option-chain")).toBe(false);
  expect(showsChat(null)).toBe(false);
});

test("[EMB-5] a script is loaded once; one that fails is false, not an error, and may be tried again", async () => {
  const made: HTMLScriptElement[] = [];
  const page = {
    createElement: () => {
      const script = { remove() {} } as HTMLScriptElement;
      made.push(script);
      return script;
    },
    head: { append() {} },
  } as unknown as Document;
  const first = loadScript("https://third.example/a.js", page);
  expect(loadScript("https://third.example/a.js", page)).toBe(first);
  made[0]!.onerror?.(new Event("error"));
  await expect(first).resolves.toBe(false);
  const second = loadScript("https://third.example/a.js", page);
  made[1]!.onload?.(new Event("load"));
  await expect(second).resolves.toBe(true);
  expect(made).toHaveLength(2);
});
