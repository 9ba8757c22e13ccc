import { Type } from "typebox";
import { BROKERS } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { answerRequests, askServer } from "../platform/store/transfer/mailbox.ts";
import { untilOpened } from "../platform/store/until-opened.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";
import { isSandboxAccount } from "./sandbox-accounts.ts";

const USAGE = `usage: npm run admin -- grant <user> | revoke <user>
  <user>: the number on the profile page, or broker:client such as zerodha:AB1234
Of an embedded database that a server has open, that server does it.`;

const ADMIN = {
  name: "admin",
  request: Type.Object({ isGrant: Type.Boolean(), user: Type.String({ minLength: 1, maxLength: 200 }) }),
  answer: Type.Object({ text: Type.String(), exitCode: Type.Integer() }),
};

interface Wish {
  readonly isGrant: boolean;
  readonly user: string;
}

interface Said {
  readonly text: string;
  readonly exitCode: number;
}

type RoleStore = Pick<IdentityStore, "accounts" | "transaction">;

interface AdminStore extends RoleStore, Pick<IdentityStore, "opened"> {
  /** null while storage answers, else what is wrong */
  obstacle(): string | null;
  close(): Promise<void>;
}

interface AdminEdges {
  /** @throws AppError storage.locked when a server has the database open */
  readonly open: () => Promise<AdminStore>;
  /** where that server is asked */
  readonly dataDir: string;
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

/** @throws AppError storage.* */
async function change(store: RoleStore, { isGrant, user }: Wish, clock: () => number): Promise<Said> {
  const account = await store.accounts.find(asStored(user));
  if (account === null) {
    const text = `Nobody has signed in as ${JSON.stringify(user)}; the number stands on the profile page`;
    return { text, exitCode: 1 };
  }
  if (isGrant && isSandboxAccount(account)) {
    const text = `${nameOf(account)} is an account of the sandbox, which any visitor can pick: sign in with a broker or with Google, and grant that account`;
    return { text, exitCode: 1 };
  }
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
  return { text: `${nameOf(account)} is ${isGrant ? "an admin now" : "no admin any more"}`, exitCode: 0 };
}

/** Does what the command asks for in a data folder. @returns what ends that */
export function answerAdmin(dataDir: string, store: RoleStore, clock: () => number = Date.now): () => void {
  return answerRequests(dataDir, ADMIN, (wish) => change(store, wish, clock));
}

async function changeHere({ open, clock }: AdminEdges, wish: Wish): Promise<Said> {
  const store = await open();
  try {
    await untilOpened(store);
    return await change(store, wish, clock);
  } finally {
    await store.close();
  }
}

/**
 * Gives an account the admin role, or takes it away; both are written to the audit log. An account of the sandbox is given
 * none. Of an embedded database that a server has open, that server is asked.
 * @returns the exit code: 0 done, 1 there is no such account or it may not be, 2 not understood
 * @throws AppError storage.*
 */
export async function runAdmin(args: readonly string[], edges: AdminEdges): Promise<number> {
  const [command, user, ...rest] = args;
  if ((command !== "grant" && command !== "revoke") || user === undefined || rest.length > 0) {
    edges.say(USAGE);
    return 2;
  }
  const wish = { isGrant: command === "grant", user };
  let said: Said;
  try {
    said = await changeHere(edges, wish);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage.locked") throw error;
    const unanswered = "The server that has the database open does not take the command: look at its log";
    said = await askServer(edges.dataDir, ADMIN, wish, { unanswered });
  }
  edges.say(said.text);
  return said.exitCode;
}
