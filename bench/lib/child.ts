/** Calls into another process of a bench: what is measured has a process of its own, so that its CPU time is its own. */
import { type ChildProcess, fork } from "node:child_process";

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

type Remote<M extends Methods> = {
  readonly [Name in keyof M]: (...args: Parameters<M[Name]>) => Promise<Awaited<ReturnType<M[Name]>>>;
};

export interface Child<M extends Methods> {
  readonly call: Remote<M>;
  readonly pid: number;
  stop(): void;
}

/** Starts a file as a process. */
export function startChild<M extends Methods>(file: URL): Child<M> {
  const process: ChildProcess = fork(file, [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  process.on("message", ({ id, result, error }: Answer) => {
    const promise = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) promise?.resolve(result);
    else promise?.reject(new Error(`${file.pathname}: ${error}`));
  });
  process.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} ended with ${code}`));
    waiting.clear();
  });
  const call = new Proxy({} as Remote<M>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = calls++;
          waiting.set(id, { resolve, reject });
          process.send({ id, name: String(name), args } satisfies Call);
        }),
  });
  // Its own exit ends what it has started in turn.
  return { call, pid: process.pid ?? 0, stop: () => process.connected && process.disconnect() };
}

/** The other end: answers calls until the parent goes. */
export function answerCalls(methods: Methods): void {
  process.on("message", async ({ id, name, args }: Call) => {
    const method = methods[name] as ((...args: readonly unknown[]) => unknown) | undefined;
    let answer: Answer;
    try {
      answer = { id, result: await method?.(...args) };
    } catch (error) {
      answer = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.send?.(answer);
  });
  process.on("disconnect", () => process.exit(0));
}
