import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";

/*
 * A running server has its embedded database to itself, so it does what a command of `npm run db` asks for: the command leaves
 * a request in the data folder, the server an answer. Who may write there may read the database anyway.
 */

const LOOK_MS = 500;
/** A server that has not taken a request by then does not look. */
const TAKE_MS = 10_000;
const ANSWER_MS = 3_600_000;

/** What may be asked, and answered, under a name. */
export interface Mailbox<Request extends TSchema, Answer extends TSchema> {
  readonly name: string;
  readonly request: Request;
  readonly answer: Answer;
}

const Numbered = Type.Object({ id: Type.String({ pattern: "^[0-9a-f-]{36}$" }) });
const Refusal = Type.Object({ refused: Type.String(), message: Type.String() });

const requestFile = (dataDir: string, name: string) => path.join(dataDir, `${name}.request`);
const answerFile = (dataDir: string, name: string, id: string) => path.join(dataDir, `${name}.answer-${id}`);

/** No reader sees half a file. */
function writeWhole(file: string, value: unknown): void {
  writeFileSync(`${file}.unfinished`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Answers what is asked in a data folder; an error is told to the command that asked. @returns what ends that */
export function answerRequests<Request extends TSchema, Answer extends TSchema>(
  dataDir: string,
  { name, request: schema }: Mailbox<Request, Answer>,
  answerOf: (request: Static<Request>) => Promise<Static<Answer>>,
): () => void {
  let isBusy = false;
  async function look(): Promise<void> {
    const file = requestFile(dataDir, name);
    if (isBusy || !existsSync(file)) return;
    isBusy = true;
    const request = readJson(file);
    rmSync(file, { force: true });
    if (Value.Check(Numbered, request) && Value.Check(schema, request)) {
      const answer = await answerOf(request).catch((error: unknown): Static<typeof Refusal> => {
        const isKnown = error instanceof AppError;
        return { refused: isKnown ? error.code : "server.internal", message: (error as Error).message };
      });
      writeWhole(answerFile(dataDir, name, request.id), answer);
    }
    isBusy = false;
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export interface AskOptions {
  /** what is said when no server takes the request */
  readonly unanswered: string;
  readonly takeMs?: number | undefined;
}

/**
 * Asks the server that holds the data folder.
 * @throws AppError with what the server had to say, or storage.unavailable when it says nothing
 */
export async function askServer<Request extends TSchema, Answer extends TSchema>(
  dataDir: string,
  { name, answer: schema }: Mailbox<Request, Answer>,
  request: Static<Request> & object,
  { unanswered, takeMs = TAKE_MS }: AskOptions,
): Promise<Static<Answer>> {
  const id = randomUUID();
  const file = requestFile(dataDir, name);
  writeWhole(file, { id, ...request });
  const began = performance.now();
  const answered = answerFile(dataDir, name, id);
  while (!existsSync(answered)) {
    const waited = performance.now() - began;
    if ((existsSync(file) && waited > takeMs) || waited > ANSWER_MS) {
      rmSync(file, { force: true });
      throw new AppError("storage.unavailable", unanswered);
    }
    await pause(50);
  }
  const answer = readJson(answered);
  rmSync(answered, { force: true });
  if (Value.Check(schema, answer)) return answer as Static<Answer>;
  const isRefusal = Value.Check(Refusal, answer);
  throw new AppError(
    "storage.unavailable",
    isRefusal ? answer.message : "The server's answer cannot be read",
  );
}
