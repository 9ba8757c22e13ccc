import { BROKERS } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";

const USAGE = `usage: npm run admin -- grant <user> | revoke <user>
  <user>: the number on the profile page, or broker:client such as zerodha:AB1234`;
/** Opening the embedded database takes seconds; more than this is trouble. */
const OPENING_MS = 60_000;

interface AdminStore extends Pick<IdentityStore, "accounts" | "transaction" | "opened"> {
  /** null while storage answers, else what is wrong */
  obstacle(): string | null;
  close(): Promise<void>;
}

interface AdminEdges {
  readonly open: () => Promise<AdminStore>;
  readonly clock: () => number;
  readonly say: (text: string) => void;
}

/** Storage knows brokers by number; people write their names. */
function asStored(user: string): string {
  const [name = "", ...rest] = user.split(":");
  const broker = Object.values(BROKERS).find((each) => each.name === name.toLowerCase());
  return broker === undefined || rest.length === 0 ? user : `${broker.id}:${rest.join(":")}`;
}

function nameOf({ number, broker, externalId, name }: Account): string {
  return `${number} (${name}, ${BROKERS[broker].name}:${externalId})`;
}

async function untilOpened(store: AdminStore): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = () => store.obstacle() ?? "Storage does not answer";
    timer = setTimeout(() => reject(new AppError("storage.unavailable", text())), OPENING_MS);
  });
  try {
    await Promise.race([store.opened(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gives an account the admin role, or takes it away; both are written to the audit log.
 * @returns the exit code
 * @throws AppError storage.*: the embedded database belongs to one process, so the server is ended first
 */
export async function runAdmin(args: readonly string[], { open, clock, say }: AdminEdges): Promise<number> {
  const [command, user, ...rest] = args;
  if ((command !== "grant" && command !== "revoke") || user === undefined || rest.length > 0) {
    say(USAGE);
    return 2;
  }
  const store = await open();
  try {
    await untilOpened(store);
    const account = await store.accounts.find(asStored(user));
    if (account === null) {
      say(`Nobody has signed in as ${JSON.stringify(user)}; the number stands on the profile page`);
      return 1;
    }
    const isGrant = command === "grant";
    await store.transaction(async (tx) => {
      await tx.accounts.setAdmin(account.id, isGrant);
      await tx.audit.add({
        at: clock(),
        actor: "operator",
        action: isGrant ? "admin_granted" : "admin_revoked",
        subject: account.id,
        address: null,
        details: { number: account.number },
      });
    });
    say(`${nameOf(account)} is ${isGrant ? "an admin now" : "no admin any more"}`);
    return 0;
  } finally {
    await store.close();
  }
}
