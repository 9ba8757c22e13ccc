import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import type { Database } from "../platform/store/database.ts";
import { mustBeCurrent } from "../platform/store/migrate.ts";
import { type CommandContext, withDatabase } from "../platform/store/transfer/commands.ts";
import { answerRequests, askServer } from "../platform/store/transfer/mailbox.ts";
import { hexOf } from "./audit-chain.ts";
import { type NotedSeal, verifyAudit } from "./audit-verification.ts";
import { createSeals, type SealRepository } from "./repositories/seals.ts";

const USAGE = `usage:
  npm run db -- verify-audit [<number>:<hash>]
                                             look whether every sealed row of the audit log is as it was sealed,
                                             and whether the seal of that row is still the one that was noted`;

interface Said {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

const VERIFY = {
  name: "verify-audit",
  request: Type.Object({ words: Type.Array(Type.String(), { maxItems: 2 }) }),
  answer: Type.Object({ lines: Type.Array(Type.String()), exitCode: Type.Integer() }),
};

const rowsOf = (count: number): string => `${count} ${count === 1 ? "row" : "rows"}`;

function notedOf(word: string): NotedSeal | null {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(word) ?? [];
  return number === undefined || hash === undefined
    ? null
    : { number: Number(number), hash: hash.toLowerCase() };
}

async function sayOfAudit(seals: SealRepository, words: readonly string[]): Promise<Said> {
  const [word, ...rest] = words;
  const noted = word === undefined ? null : notedOf(word);
  if (rest.length > 0 || (word !== undefined && noted === null)) return { lines: [USAGE], exitCode: 2 };
  const { intact, first, prunedUpTo, last, unsealed, faults, told } = await verifyAudit(seals, noted);
  const lines = told.map((fault) => `audit: ${fault}`);
  if (faults > told.length) lines.push(`audit: and ${faults - told.length} more faults`);
  if (last === null) lines.push("audit: nothing is sealed");
  else {
    if (prunedUpTo !== null)
      lines.push(
        `audit: rows up to ${prunedUpTo} were removed for their age; the chain begins with the seal of that one`,
      );
    if (first !== null) lines.push(`audit: ${rowsOf(intact)} from ${first} to ${last.number} as sealed`);
    lines.push(`audit: the last seal is ${last.number}:${hexOf(last.hash)}`);
  }
  if (unsealed > 0)
    lines.push(`audit: ${rowsOf(unsealed)} not sealed yet: a running server does that within seconds`);
  return { lines, exitCode: faults === 0 ? 0 : 1 };
}

/** @throws AppError storage.schema of a database that has no seals yet */
async function sayHere(database: Database, words: readonly string[]): Promise<Said> {
  await mustBeCurrent(database);
  return await sayOfAudit(createSeals(database), words);
}

/** Answers the command when it is asked in a data folder. @returns what ends that */
export function answerVerifyAudit(dataDir: string, seals: SealRepository): () => void {
  return answerRequests(dataDir, VERIFY, async ({ words }) => {
    const { lines, exitCode } = await sayOfAudit(seals, words);
    return { lines: [...lines], exitCode };
  });
}

/**
 * `npm run db -- verify-audit`. Of an embedded database that a server has open, that server is asked.
 * @returns the exit code: 0 all as it was sealed, 1 something is not, 2 not understood
 */
export async function runVerifyAudit(words: readonly string[], context: CommandContext): Promise<number> {
  let said: Said;
  try {
    said = await withDatabase(context, (database) => sayHere(database, words));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage.locked") throw error;
    const unanswered =
      "The server that has the database open does not look at its audit log: look at its own log";
    said = await askServer(context.config.dataDir, VERIFY, { words: words.slice(0, 2) }, { unanswered });
  }
  for (const line of said.lines) context.say(line);
  return said.exitCode;
}
