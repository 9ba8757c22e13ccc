import { expect, test } from "vitest";
import type { ProfileAnswer } from "#src/api/ask-profile.ts";
import { createSession } from "#src/session/create-session.ts";
import type { SessionState } from "#src/session/session-state.ts";
import { profile, visitor } from "../../support/http/sample-answers.ts";

function world(last = 0) {
  const state: SessionState = { phase: "loading", profile: null, ended: null, failure: null };
  const open: ((answer: ProfileAnswer) => void)[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const seen = { identityChanged: 0, told: 0, asked: 0, remembered: last };
  let hear: () => void = () => {};
  const keeper = createSession(state, {
    ask() {
      seen.asked++;
      return new Promise((resolve) => open.push(resolve));
    },
    tellTabs: () => void seen.told++,
    onTabs: (run) => {
      hear = run;
    },
    identityChanged: () => void seen.identityChanged++,
    lastBroker: () => seen.remembered,
    rememberBroker: (broker) => {
      seen.remembered = broker;
    },
    later: (run, ms) => void timers.push({ run, ms }),
  });
  return {
    state,
    keeper,
    seen,
    timers,
    hear: () => hear(),
    /** Answers the question that has waited longest. */
    async answer(answer: ProfileAnswer) {
      open.shift()?.(answer);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const known = (change = {}): ProfileAnswer => ({ kind: "profile", profile: profile(change) });
const FAILED: ProfileAnswer = { kind: "failed", text: "Profile fetch failed." };

test("[SES-4] startup is in progress, then success; the engine, which opened nothing yet, is not disturbed", async () => {
  const { state, keeper, seen, answer } = world();
  keeper.start();
  expect(state.phase).toBe("loading");
  await answer(known());
  expect(state).toMatchObject({ phase: "signed_in", profile: { name: "Asha Rao" }, failure: null });
  expect(seen).toMatchObject({ identityChanged: 0, told: 0, remembered: 1 });
});

test("[SES-4] on failure the user is anonymous; it is asked again, and the account then appears", async () => {
  const { state, keeper, seen, timers, answer } = world();
  keeper.start();
  await answer(FAILED);
  expect(state).toMatchObject({ phase: "anonymous", profile: null, failure: "Profile fetch failed." });
  expect(timers.map(({ ms }) => ms)).toEqual([2_000]);
  timers[0]?.run();
  await answer(FAILED);
  expect(timers.map(({ ms }) => ms)).toEqual([2_000, 5_000]);
  timers[1]?.run();
  await answer(known());
  expect(state).toMatchObject({ phase: "signed_in", failure: null });
  expect(seen.identityChanged).toBe(1);
});

test("an anonymous visitor is asked about once: no later profile fetches", async () => {
  const { state, keeper, seen, timers, answer } = world();
  keeper.start();
  await answer({ kind: "profile", profile: visitor() });
  expect(state.phase).toBe("anonymous");
  expect(timers).toEqual([]);
  expect(seen.asked).toBe(1);
});

test("a session found dead at startup leaves a visitor, the reason, and the broker of the last login here", async () => {
  const { state, keeper, answer } = world(2);
  keeper.start();
  await answer({ kind: "ended", reason: "elsewhere" });
  expect(state).toMatchObject({
    phase: "anonymous",
    profile: null,
    ended: { broker: 2, reason: "elsewhere", wasOpen: false },
  });
});

test("a login tells engine and tabs, whatever startup says afterwards", async () => {
  const { state, keeper, seen, answer } = world();
  keeper.start();
  keeper.signedIn(profile({ id: "acc-9" }));
  expect(seen).toMatchObject({ identityChanged: 1, told: 1 });
  await answer({ kind: "profile", profile: visitor() });
  expect(state).toMatchObject({ phase: "signed_in", profile: { id: "acc-9" } });
});

test("[SES-6] a 401 forces the logout of the account that is signed in, once, and of no other", async () => {
  const { state, keeper, seen, answer } = world();
  keeper.start();
  keeper.ended("expired");
  expect(state.phase).toBe("loading");
  await answer(known());
  keeper.ended("elsewhere");
  keeper.ended("elsewhere");
  expect(state).toMatchObject({
    phase: "anonymous",
    profile: null,
    ended: { broker: 1, reason: "elsewhere", wasOpen: true },
  });
  expect(seen).toMatchObject({ identityChanged: 1, told: 1 });
});

test("logging out leaves no reproach behind; logging in again takes an old one away", async () => {
  const { state, keeper, answer } = world();
  keeper.start();
  await answer(known());
  keeper.signedOut();
  expect(state).toMatchObject({ phase: "anonymous", profile: null, ended: null });
  keeper.signedIn(profile());
  keeper.ended("expired");
  keeper.signedIn(profile());
  expect(state).toMatchObject({ phase: "signed_in", ended: null });
});

test("another tab's login and logout are followed, and the engine hears of each change once", async () => {
  const { state, keeper, seen, hear, answer } = world();
  keeper.start();
  await answer({ kind: "profile", profile: visitor() });
  hear();
  await answer(known());
  expect(state.phase).toBe("signed_in");
  hear();
  await answer(known({ has_taken_trial: true }));
  expect(state.profile?.has_taken_trial).toBe(true);
  expect(seen.identityChanged).toBe(1);
  hear();
  await answer({ kind: "profile", profile: visitor() });
  expect(state.phase).toBe("anonymous");
  expect(seen).toMatchObject({ identityChanged: 2, told: 0 });
});

test("a server that is away logs no account out; a refresh is tried again until it answers", async () => {
  const { state, keeper, seen, timers, answer } = world();
  keeper.start();
  await answer(known());
  const done = keeper.refresh();
  await answer(FAILED);
  await done;
  expect(state).toMatchObject({ phase: "signed_in", failure: null });
  timers[0]?.run();
  await answer(known({ has_taken_trial: true }));
  expect(state.profile?.has_taken_trial).toBe(true);
  expect(seen).toMatchObject({ identityChanged: 0, told: 1 });
});

test("a socket that was closed has us ask, but not about a logout that another tab tells of meanwhile", async () => {
  const { state, keeper, seen, timers, hear, answer } = world();
  keeper.start();
  await answer(known());
  keeper.recheck();
  hear();
  await answer({ kind: "profile", profile: visitor() });
  timers[0]?.run();
  expect(seen.asked).toBe(2);
  expect(state).toMatchObject({ phase: "anonymous", ended: null });
  keeper.signedIn(profile());
  keeper.recheck();
  timers[1]?.run();
  await answer({ kind: "ended", reason: "revoked" });
  expect(state.ended).toMatchObject({ reason: "revoked", wasOpen: true });
});
