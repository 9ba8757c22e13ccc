/** What a build left behind in its data folder, packed, and what it says when it is read through a store. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { unzipSync, zipSync } from "fflate";
import type { Store } from "#server/roles/storage/store.ts";

export const BUILDS = path.resolve("tests/fixtures/builds");

function* entriesOf(folder: string, below = ""): Generator<[name: string, bytes: Uint8Array]> {
  for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    // Postgres will not start without folders that are empty after a clean end.
    if (entry.isDirectory()) {
      yield [`${name}/`, new Uint8Array(0)];
      yield* entriesOf(folder, name);
    } else if (entry.isFile()) yield [name, fs.readFileSync(path.join(folder, name))];
  }
}

export function packFolder(folder: string, file: string): void {
  fs.writeFileSync(file, zipSync(Object.fromEntries(entriesOf(folder)), { level: 9 }));
}

/** Into a folder that is there and empty. */
export function unpackFolder(file: string, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(fs.readFileSync(file)))) {
    const target = path.join(folder, name);
    if (name.endsWith("/")) fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    else fs.writeFileSync(target, bytes, { mode: 0o600 });
  }
}

/** Where in a store to look for what a build has written. */
export interface Place {
  /** when it was written, epoch ms: sessions have not run out by then */
  readonly at: number;
  readonly accounts: number;
  /** the name that history is kept under */
  readonly market: string;
  readonly underlying: number;
  /** of the market day that was recorded, YYYYMMDD */
  readonly date: number;
}

/** What stands beside the data folder and the backup of a build. */
export interface Kept {
  readonly place: Place;
  /** of the first account's browser */
  readonly cookie: string;
  /** as `readBack` says it */
  readonly holds: { readonly closes: readonly object[] };
}

/**
 * What a build held, as this one says it. Where a close comes from was not kept at first: of a market that can be made up it
 * then counts as made up.
 */
export function heldNow({ holds }: Kept): Kept["holds"] {
  return { ...holds, closes: holds.closes.map((close) => ({ origin: "simulated", ...close })) };
}

/** Everything that a user or an operator would miss, as JSON has it. */
export async function readBack(store: Store, place: Place): Promise<Kept["holds"]> {
  const { at, market, underlying, date } = place;
  const people = [];
  for (let number = 1; number <= place.accounts; number++) {
    const account = await store.accounts.find(String(number));
    if (account === null) throw new Error(`there is no account ${number}`);
    const sealed = await store.brokerTokens.get(account.id, at);
    people.push({
      account,
      sessions: await store.sessions.list(account.id, at),
      preferences: await store.preferences.all(account.id),
      subscriptions: await store.subscriptions.list(account.id),
      sealedTokens: sealed === null ? null : Buffer.from(sealed).toString("base64"),
    });
  }
  const expiries = await store.history.expiryCloses(market, underlying, date);
  const day = { market, underlying, from: 0, to: Number.MAX_SAFE_INTEGER };
  const blocks = [
    ...(await store.history.blocks({ ...day, kind: "minutes", expiries: [0] })),
    ...(await store.history.blocks({
      ...day,
      kind: "quarters",
      expiries: expiries.map(({ expiry }) => expiry),
    })),
  ];
  const all = {
    people,
    audit: await store.audit.list({ limit: 1_000 }),
    closes: await store.history.closes(market, underlying, 99_999_999, 20),
    expiries,
    blocks: blocks.map(({ body, ...rest }) => ({
      ...rest,
      sha256: createHash("sha256").update(body).digest("hex"),
    })),
  };
  return JSON.parse(JSON.stringify(all)) as Kept["holds"];
}
