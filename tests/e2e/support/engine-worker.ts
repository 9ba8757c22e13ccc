import type { Browser, CDPSession } from "@playwright/test";

/** The engine's SharedWorker, through DevTools. */
export interface EngineWorker {
  /** What went wrong inside: exceptions, unhandled rejections, errors on its console. */
  readonly faults: readonly string[];
  send<T>(method: string, params?: object): Promise<T>;
  /** The value of an expression in the worker. */
  evaluate<T>(expression: string): Promise<T>;
  /** Ends the worker as the browser's task manager would. */
  kill(): Promise<void>;
  detach(): Promise<void>;
}

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Thrown {
  readonly exceptionDetails: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

function faultOf({ method, params }: Reply): string | null {
  if (method === "Runtime.exceptionThrown") {
    const { text, exception } = (params as unknown as Thrown).exceptionDetails;
    return `${text} ${exception?.description ?? ""}`;
  }
  if (method !== "Runtime.consoleAPICalled" || params?.type !== "error") return null;
  return (params.args as { value?: unknown; description?: string }[])
    .map(({ value, description }) => String(value ?? description))
    .join(" ");
}

const workers = async (session: CDPSession, origin: string): Promise<Target[]> => {
  const { targetInfos } = await session.send("Target.getTargets");
  return targetInfos.filter(({ type, url }) => type === "shared_worker" && url.startsWith(origin));
};

/** Attaches to the origin's SharedWorker. @throws when there is none, or more than one */
export async function attachEngine(browser: Browser, origin: string): Promise<EngineWorker> {
  const root = await browser.newBrowserCDPSession();
  const [target, second] = await workers(root, origin);
  if (target === undefined || second !== undefined) throw new Error("there is not one SharedWorker");
  const { sessionId } = await root.send("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: false,
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const faults: string[] = [];
  let last = 0;
  root.on("Target.receivedMessageFromTarget", (event) => {
    if (event.sessionId !== sessionId) return;
    const reply = JSON.parse(event.message) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    const fault = faultOf(reply);
    if (fault !== null) faults.push(fault);
  });
  async function send<T>(method: string, params: object = {}): Promise<T> {
    const id = ++last;
    const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    await root.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }
  // Also tells what has been thrown before.
  await send("Runtime.enable");
  return {
    faults,
    send,
    async evaluate<T>(expression: string) {
      const { result } = await send<{ result: { value: T } }>("Runtime.evaluate", {
        expression,
        returnByValue: true,
      });
      return result.value;
    },
    async kill() {
      // A worker that starts while DevTools watches its predecessor waits for the debugger.
      await root.send("Target.detachFromTarget", { sessionId });
      await root.send("Target.closeTarget", { targetId: target.targetId });
      await root.detach();
    },
    detach: () => root.detach(),
  };
}
