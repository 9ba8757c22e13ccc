import type { Log } from "./log.ts";

/** A started part of the process. */
export interface Service {
  readonly name: string;
  /** Ends what users see, politely; new work is refused from now on. */
  drain?(): Promise<void> | void;
  /** Ends the rest. */
  stop(): Promise<void> | void;
}

export interface Lifecycle {
  /** Services stop in the reverse of the order in which they were added. */
  add(service: Service): void;
  /** False from the first moment of a shutdown: load balancers look at it before anything closes. */
  readonly isDraining: () => boolean;
  /** Drains and stops everything once, within the deadline; a second call answers the first one's promise. */
  shutdown(reason: string): Promise<void>;
}

interface LifecycleOptions {
  readonly log: Log;
  /** ms after which a shutdown no longer waits for a service */
  readonly deadlineMs?: number;
}

/** Runs a step, logs its failure and gives up waiting at the deadline; a stuck service must not hold the others. */
async function attempt(
  log: Log,
  what: string,
  step: () => Promise<void> | void,
  waitMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, waitMs, "late");
  });
  try {
    const outcome = await Promise.race([Promise.resolve().then(step), late]);
    if (outcome === "late") log.warn({ what }, "shutdown: gave up waiting");
  } catch (error) {
    log.error({ err: error, what }, "shutdown: failed");
  } finally {
    clearTimeout(timer);
  }
}

export function createLifecycle({ log, deadlineMs = 10_000 }: LifecycleOptions): Lifecycle {
  const services: Service[] = [];
  let ending: Promise<void> | null = null;

  async function end(reason: string): Promise<void> {
    log.info({ reason }, "shutting down");
    const started = Date.now();
    const left = () => Math.max(100, deadlineMs - (Date.now() - started));
    const order = services.slice().reverse();
    for (const { name, drain } of order) {
      if (drain !== undefined) await attempt(log, `drain ${name}`, drain, left());
    }
    for (const { name, stop } of order) await attempt(log, `stop ${name}`, stop, left());
    log.info({ tookMs: Date.now() - started }, "stopped");
  }

  return {
    add: (service) => void services.push(service),
    isDraining: () => ending !== null,
    shutdown(reason) {
      ending ??= end(reason);
      return ending;
    },
  };
}
