/**
 * What it costs 500 people who sign in at once that a sign-in is one transaction with its audit row, and
 * that rows are sealed meanwhile: beside the four writes, one after another, that a sign-in was before (decision 0020).
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerSlug, ZERODHA } from "#domain/access/brokers.ts";
import type { BrokerAdapter } from "#server/brokers/adapter.ts";
import { createPlanOf } from "#server/capabilities/subscriptions/account-plan.ts";
import { addAuditSealing } from "#server/identity/audit-sealing.ts";
import { verifyAudit } from "#server/identity/audit-verification.ts";
import { type Auth, createAuth } from "#server/identity/auth.ts";
import { createLoginAttempts } from "#server/identity/login-attempts.ts";
import { sha256, systemRandom } from "#server/identity/secret-texts.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createJobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { figure, quantile } from "#tests/support/http/form.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";
import { emptyTables, type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const PEOPLE = 500;
const ROUNDS = 5;
const MOST = 1.1;
const DAY_MS = 86_400_000;
const log = createLog("silent");
const FROM = { deviceId: "device", userAgent: "Mozilla/5.0", address: "127.0.0.1" };
const REQUEST = { redirectUri: "/", redirectPath: undefined, hint: {} };

const identityOf = (token: string) => ({
  ...{ externalId: token, name: "Asha Rao", email: "asha@example.com", tokens: { access: token } },
  expiresAt: Date.now() + DAY_MS,
});
const vouching = (slug: BrokerSlug): BrokerAdapter => ({
  ...{ broker: ZERODHA, slug, isSandbox: false, margins: null, positions: null },
  start: () => ({ kind: "redirect", url: "/" }),
  finish: async (token) => identityOf(token),
  endSession: async () => {},
});

function authOver(store: Store): Auth {
  return createAuth({
    store,
    planOf: createPlanOf(store.subscriptions),
    brokers: {
      ...{ kite: vouching("kite"), upstox: vouching("upstox"), angel_broking: vouching("angel_broking") },
      ...{ icici: vouching("icici"), google: vouching("google") },
    },
    isSandboxActive: () => false,
    bus: createLocalBus(),
    keys: [Buffer.alloc(32, 7)],
    log,
  });
}

type Begun = Awaited<ReturnType<Auth["logins"]["begin"]>>;

/** A sign-in as it was: each write by itself. */
async function inFourWrites(store: Store, auth: Auth, begun: Begun, token: string): Promise<void> {
  const attempts = createLoginAttempts(store.tickets, Date.now, systemRandom);
  await attempts.take("kite", begun.attempt.state, begun.cookie);
  const { tokens, expiresAt, ...who } = identityOf(token);
  const at = Date.now();
  const { account } = await store.accounts.signIn({ broker: ZERODHA, ...who }, at);
  await auth.vault.keep(store, account.id, identityOf(token));
  const { id: accountId } = account;
  const times = { createdAt: at, idleUntil: expiresAt, expiresAt };
  const session = { accountId, tokenHash: sha256(randomBytes(32).toString("base64url")), ...FROM, ...times };
  await store.sessions.create(session, 3);
  await store.audit.add({
    ...{ at, actor: accountId, action: "sign_in", subject: accountId, address: FROM.address },
    details: { provider: "kite", session: accountId, first: true },
  });
}

interface Place {
  readonly store: Store;
  empty(): Promise<void>;
}

/** @returns ms until all of them are in */
async function timed({ store, empty }: Place, isOneTransaction: boolean): Promise<number> {
  await empty();
  const auth = authOver(store);
  const begun: Begun[] = [];
  for (let n = 0; n < PEOPLE; n++) begun.push(await auth.logins.begin("kite", REQUEST, null));
  const runner = createJobRunner({ repository: store.jobs, log });
  if (isOneTransaction) {
    addAuditSealing(runner, store.seals, { log });
    runner.start();
  }
  const began = performance.now();
  await Promise.all(
    begun.map(async (one, n) => {
      if (!isOneTransaction) return inFourWrites(store, auth, one, `P${n}`);
      const returned = { token: `P${n}`, handle: one.attempt.state };
      await auth.logins.finish("kite", returned, one.cookie, FROM);
    }),
  );
  const took = performance.now() - began;
  if (isOneTransaction) {
    await expect.poll(() => store.seals.isBehind(), { timeout: 10_000 }).toBe(false);
    expect(await verifyAudit(store.seals)).toMatchObject({ intact: PEOPLE, faults: 0 });
  }
  await runner.stop();
  auth.stop();
  return took;
}

async function compare(name: string, place: Place): Promise<void> {
  const before: number[] = [];
  const after: number[] = [];
  await timed(place, true);
  for (let round = 0; round < ROUNDS; round++) {
    before.push(await timed(place, false));
    after.push(await timed(place, true));
  }
  const [was, is] = [quantile(before, 0.5), quantile(after, 0.5)];
  figure(
    `${PEOPLE} sign-ins at once, ${name}: ${is.toFixed(0)} ms as one transaction each, sealed meanwhile; ` +
      `${was.toFixed(0)} ms in four writes each: ${(is / was).toFixed(2)} times`,
  );
  expect(is / was, `${is} ms beside ${was} ms`).toBeLessThan(MOST);
}

const LONGEST_MS = 600_000;

describe(`${PEOPLE} sign-ins at once`, () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  }, 60_000);
  afterAll(() => prepared.remove());

  async function at(databaseUrl: string | null, dataDir: string): Promise<void> {
    const config = { databaseUrl, dataDir };
    const database = await openDatabase({ config, log, threadEntry: STORE_THREAD });
    try {
      await waitUntilUp(database, 60_000);
      await migrate(database);
      const place = { store: createStore(database), empty: () => emptyTables(database) };
      await compare(databaseUrl === null ? "embedded" : "Postgres", place);
    } finally {
      await database.close();
    }
  }

  it(
    "take no longer in the embedded database than in four writes each",
    () => at(null, prepared.copy()),
    LONGEST_MS,
  );

  it.skipIf(!hasPostgres)(
    "take no longer in a Postgres server than in four writes each",
    async () => {
      const { url, drop } = await createTestDatabase();
      try {
        await at(url, "");
      } finally {
        await drop();
      }
    },
    LONGEST_MS,
  );
});
