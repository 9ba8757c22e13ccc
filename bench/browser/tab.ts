import type { Cdp, Session } from "./cdp.ts";

export interface TabOptions {
  /** Counts as seen and goes on drawing also behind another tab, as a tab in a window of its own would. */
  readonly visible?: boolean;
  /** Runs in the page before its own scripts. */
  readonly before?: string;
  /** The network is counted from the first byte. */
  readonly network?: boolean;
}

export interface Tab {
  readonly session: Session;
  readonly targetId: string;
  goto(url: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression of the page is true, asked every 20 ms there. */
  until(expression: string, ms?: number): Promise<void>;
  /** CPU ms the main thread has spent in tasks so far. */
  mainMs(): Promise<number>;
  /** Bytes received so far, as they came over the wire. */
  received(): number;
  close(): Promise<void>;
}

interface Evaluated {
  readonly result: { readonly value: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

export async function createTab(
  cdp: Cdp,
  session: Session,
  targetId: string,
  url: string,
  options: TabOptions,
): Promise<Tab> {
  let bytes = 0;
  await session.send("Page.enable");
  // Thread time, not wall time: a task that waits for a core has not cost the main thread anything yet.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  if (options.visible) await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  if (options.network) {
    session.on("Network.loadingFinished", ({ encodedDataLength }: { encodedDataLength: number }) => {
      bytes += encodedDataLength;
    });
    await session.send("Network.enable");
  }
  if (options.before !== undefined)
    await session.send("Page.addScriptToEvaluateOnNewDocument", { source: options.before });

  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send<Evaluated>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  async function goto(next: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => session.on("Page.loadEventFired", () => resolve()));
    await session.send("Page.navigate", { url: next });
    await loaded;
  }

  const tab: Tab = {
    session,
    targetId,
    goto,
    evaluate,
    async until(expression, ms = 30_000) {
      const met = await evaluate<boolean>(`new Promise((resolve) => {
        const end = performance.now() + ${ms};
        const ask = () => {
          let is = false;
          try { is = Boolean(${expression}); } catch {}
          if (is || performance.now() > end) resolve(is);
          else setTimeout(ask, 20);
        };
        ask();
      })`);
      if (!met) throw new Error(`not true within ${ms} ms: ${expression}`);
    },
    async mainMs() {
      const { metrics } = await session.send<{ metrics: { name: string; value: number }[] }>(
        "Performance.getMetrics",
      );
      return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0) * 1000;
    },
    received: () => bytes,
    async close() {
      await cdp.root.send("Target.closeTarget", { targetId });
    },
  };
  if (url !== "about:blank") await goto(url);
  return tab;
}
