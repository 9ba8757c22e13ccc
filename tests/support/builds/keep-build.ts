/**
 * Keeps what the build in `dist` writes, for later ones to open: `npx tsx tests/support/builds/keep-build.ts <name>` lets people
 * sign in at a server of it, records a little of a market, and leaves a data folder, a backup and what both hold in
 * tests/fixtures/builds.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLog } from "#server/platform/lib/log.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { startServer } from "../../e2e/support/server.ts";
import { callAt } from "../http/api-server.ts";
import { newVisitor, type Slug, signIn } from "../http/visitor.ts";
import { BUILDS, type Kept, packFolder, readBack } from "./kept-build.ts";

/** Friday, fifty minutes before the close; a minute of the market passes in a second. */
const CLOCK = "2026-11-20T14:40@60";
/** Two quarters of an hour are written while this passes, and the day's close. */
const RECORDING_MS = 75_000;
const PEOPLE: readonly Slug[] = ["kite", "upstox", "google"];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What an operator types; the server has ended or has the folder open, as the command likes. */
function operate(dataDir: string, ...words: string[]): void {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status } = spawnSync(process.execPath, ["scripts/start.mjs", ...words], { env, stdio: "inherit" });
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}`);
}

async function use(origin: string, port: number): Promise<string> {
  const api = { origin, call: callAt(port) };
  while ((await api.call("/v1/login_config")).status !== 200) await wait(250);
  const visitors = PEOPLE.map(() => newVisitor(api));
  for (const [i, visitor] of visitors.entries()) {
    const { status } = await signIn(visitor, PEOPLE[i]!);
    if (status !== 200) throw new Error(`${PEOPLE[i]} did not let in: ${status}`);
    const post = (target: string, body: unknown) => visitor.fetch(target, { method: "POST", body });
    await post("/v1/user/preferences", { theme: i === 0 ? "dark" : "light" });
    await post("/v1/user/preferences", { "chain.columns": ["oi", "ltp", null, i] });
    if (i !== 0) await post("/v1/payment/register_for_trial", {});
  }
  const [first] = visitors;
  // A second device of the first, and one that has logged out.
  await signIn(newVisitor(api), PEOPLE[0]!);
  const gone = newVisitor(api);
  await signIn(gone, PEOPLE[0]!);
  await gone.fetch("/v1/logout", { method: "DELETE" });
  return [...first!.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** As an earlier version did, to which accounts of the sandbox were like others. */
async function makeAdmin(dataDir: string, user: string): Promise<void> {
  const store = await openStore({ config: { dataDir, databaseUrl: null }, log: createLog("silent") });
  await store.opened();
  const account = await store.accounts.find(user);
  if (account === null) throw new Error(`there is no account ${user}`);
  await store.transaction(async (tx) => {
    await tx.accounts.setAdmin(account.id, true);
    const entry = { at: Date.now(), actor: "operator", action: "admin_granted", subject: account.id };
    await tx.audit.add({ ...entry, address: null, details: { number: account.number } });
  });
  await store.close();
}

const [name] = process.argv.slice(2);
if (name === undefined || !/^[\w.-]+$/.test(name)) throw new Error("name the build, such as 2026-11");
const dataDir = mkdtempSync(path.join(tmpdir(), "kept-build-"));
mkdirSync(BUILDS, { recursive: true });
const server = await startServer({
  DATA_DIR: dataDir,
  MARKET_UNIVERSE: "NIFTY,RELIANCE",
  MARKET_CLOCK: CLOCK,
});
const cookie = await use(server.origin, server.port);
await wait(RECORDING_MS);
const at = Date.now();
await server.stop();
await makeAdmin(dataDir, "1");
operate(dataDir, "db", "backup", path.join(BUILDS, `${name}.backup.gz`), "--force");
packFolder(dataDir, path.join(BUILDS, `${name}.data.zip`));
const place = {
  at,
  accounts: PEOPLE.length,
  market: "sim 1 exchange",
  underlying: 256265,
  date: 20261120,
};
const store = await openStore({ config: { dataDir, databaseUrl: null }, log: createLog("silent") });
await store.opened();
const kept: Kept = { place, cookie, holds: await readBack(store, place) };
await store.close();
writeFileSync(path.join(BUILDS, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
rmSync(dataDir, { recursive: true });
