/**
 * A process that signs people in, starts their trials and logs them out, and can be killed in the middle of it:
 * node --import tsx tests/support/store/change-child.ts <database url or data folder> <change> <step> <number>
 *
 * It takes people number n, n + 1, … through all three changes and says `<change> <n>` of each that was acknowledged. In the
 * named change of its second person it says `stands` before that step of the transaction and goes no further; without a
 * named change it goes on until it is killed.
 */
import { writeSync } from "node:fs";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { BROKERS, UPSTOX } from "#domain/access/brokers.ts";
import type { BrokerAdapter } from "#server/brokers/adapter.ts";
import { createDeviceService } from "#server/capabilities/account/service.ts";
import { createPlanOf } from "#server/capabilities/subscriptions/account-plan.ts";
import { createSubscriptionService } from "#server/capabilities/subscriptions/service.ts";
import { createAuth } from "#server/identity/auth.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { stepping } from "./stepping.ts";
import { STORE_THREAD } from "./store-thread.ts";

/** Past what a kill can take along. */
const say = (text: string): void => void writeSync(1, `${text}\n`);
const WRITERS = 3;
const DAY_MS = 86_400_000;

const [place = "", named = "", step = "0", number = "0"] = process.argv.slice(2);
const isUrl = place.startsWith("postgres:");
const log = createLog("error");
const database = await openDatabase({
  config: { databaseUrl: isUrl ? place : null, dataDir: isUrl ? "" : place },
  ...{ log, threadEntry: STORE_THREAD, deadlineMs: 15_000 },
});
await database.up();
await migrate(database);

/** the step at which the change under way stands still, 0 for none */
let standsAt = 0;
const store = createStore(
  stepping(database, async (at) => {
    if (standsAt === 0 || at < standsAt) return;
    say("stands");
    await new Promise<never>(() => {});
  }),
);

/** Vouches for every token. */
const vouching = (slug: BrokerSlug): BrokerAdapter => ({
  ...{ broker: BROKERS[UPSTOX].id, slug, isSandbox: false, margins: null, positions: null },
  start: () => ({ kind: "redirect", url: "/" }),
  finish: async (token) => ({
    ...{ externalId: token, name: token, email: null, tokens: { access: token } },
    expiresAt: Date.now() + DAY_MS,
  }),
  endSession: async () => {},
});
const auth = createAuth({
  store,
  planOf: createPlanOf(store.subscriptions),
  brokers: {
    kite: vouching("kite"),
    upstox: vouching("upstox"),
    angel_broking: vouching("angel_broking"),
    icici: vouching("icici"),
    google: vouching("google"),
  },
  isSandboxActive: () => false,
  bus: createLocalBus(),
  keys: [Buffer.alloc(32, 7)],
  log,
});
const { transaction } = store;
const { sessions, logOut, clock } = auth;
const devices = createDeviceService({ kept: store.sessions, sessions, logOut, transaction, clock });
const subscriptions = createSubscriptionService({
  ...{ subscriptions: store.subscriptions, transaction, clock },
  forgetAccount: auth.identities.forgetAccount,
});

async function signIn(n: number) {
  const request = { redirectUri: "/", redirectPath: undefined, hint: {} };
  const { attempt, cookie } = await auth.logins.begin("upstox", request, null);
  const returned = { token: `P${n}`, handle: attempt.state };
  const from = { deviceId: "device", userAgent: "", address: "::1" };
  return auth.logins.finish("upstox", returned, cookie, from);
}

async function take(n: number, stand: string): Promise<void> {
  async function change<T>(name: string, make: () => Promise<T>): Promise<T> {
    standsAt = name === stand ? Number(step) : 0;
    const value = await make();
    say(`${name} ${n}`);
    return value;
  }
  const { account, session } = await change("sign-in", () => signIn(n));
  await change("trial", () => subscriptions.startTrial(account, "::1"));
  const [own] = await store.sessions.list(account.id, clock());
  if (own?.id !== session.sessionId) throw new Error("the session that was opened is not there");
  await change("logout", () => devices.leave({ account, session: own, address: "::1" }));
}

say("open");
if (named !== "") {
  await take(Number(number), "");
  await take(Number(number) + 1, named);
  say("over");
} else {
  let next = Number(number);
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (;;) await take(next++, "");
    }),
  );
}
