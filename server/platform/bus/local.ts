import { AppError } from "#domain/errors.ts";
import type { Bus, BusHandler, BusResponder } from "./bus.ts";

/** Long enough for a busy turn of a publisher and a garbage collection, short enough for a person who waits. */
export const DEFAULT_REQUEST_TIMEOUT_MS = 2_000;

interface LocalBusOptions {
  /** Told of a handler that threw; the other handlers still get the message. By default the error ends the process. */
  readonly onError?: (error: unknown, subject: string) => void;
}

export function nobodyAnswers(subject: string): AppError {
  return new AppError("server.unavailable", `Nobody answers on "${subject}" yet; try again shortly.`, {
    subject,
  });
}

export function noAnswerInTime(subject: string, timeoutMs: number): AppError {
  return new AppError("server.unavailable", `No answer on "${subject}" within ${timeoutMs} ms; try again.`, {
    subject,
    timeoutMs,
  });
}

/** What reaches the requester when a responder threw: its own AppError, or server.internal without the inner text. */
export function asResponderError(error: unknown, subject: string): AppError {
  if (error instanceof AppError) return error;
  return new AppError(
    "server.internal",
    `The request on "${subject}" failed.`,
    { subject },
    { cause: error },
  );
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * The bus of one thread. `publish` calls the handlers before it returns, in order of subscription; every handler
 * sees the publisher's own bytes and must copy what it keeps.
 */
export function createLocalBus(options: LocalBusOptions = {}): Bus {
  const onError = options.onError ?? rethrowLater;
  const exact = new Map<string, Set<BusHandler>>();
  /** key: the subject up to and including the dot before `>` */
  const deeper = new Map<string, Set<BusHandler>>();
  const responders = new Map<string, Set<BusResponder>>();
  const pending = new Set<(error: AppError) => void>();
  let closed = false;

  function add<T>(map: Map<string, Set<T>>, key: string, value: T): () => void {
    const members = map.get(key) ?? new Set<T>();
    map.set(key, members);
    members.add(value);
    return () => {
      members.delete(value);
      if (members.size === 0 && map.get(key) === members) map.delete(key);
    };
  }

  function deliver(handlers: Set<BusHandler>, payload: Uint8Array, subject: string): void {
    for (const handler of [...handlers]) {
      try {
        handler(payload, subject);
      } catch (error) {
        onError(error, subject);
      }
    }
  }

  function answer(
    responder: BusResponder,
    subject: string,
    payload: Uint8Array,
    timeoutMs: number,
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        pending.delete(abandon);
        finish();
      };
      const abandon = (error: AppError): void => settle(() => reject(error));
      const timer = setTimeout(() => abandon(noAnswerInTime(subject, timeoutMs)), timeoutMs);
      pending.add(abandon);
      Promise.resolve()
        .then(() => responder(payload, subject))
        .then(
          (reply) => settle(() => resolve(reply)),
          (error: unknown) => abandon(asResponderError(error, subject)),
        );
    });
  }

  return {
    publish(subject, payload) {
      if (closed) return;
      const handlers = exact.get(subject);
      if (handlers !== undefined) deliver(handlers, payload, subject);
      if (deeper.size === 0) return;
      for (let dot = subject.indexOf("."); dot >= 0; dot = subject.indexOf(".", dot + 1)) {
        const wild = deeper.get(subject.slice(0, dot + 1));
        if (wild !== undefined) deliver(wild, payload, subject);
      }
    },
    subscribe(subject, handler) {
      // Wrapped, so that the same function subscribed twice is two subscriptions.
      const own: BusHandler = (payload, from) => handler(payload, from);
      return subject.endsWith(".>") ? add(deeper, subject.slice(0, -1), own) : add(exact, subject, own);
    },
    respond(subject, responder) {
      const own: BusResponder = (payload, from) => responder(payload, from);
      return add(responders, subject, own);
    },
    async request(subject, payload, timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS) {
      const responder = responders.get(subject)?.values().next().value;
      if (closed || responder === undefined) throw nobodyAnswers(subject);
      return answer(responder, subject, payload, timeoutMs);
    },
    async close() {
      closed = true;
      exact.clear();
      deeper.clear();
      responders.clear();
      for (const abandon of [...pending]) {
        abandon(new AppError("server.unavailable", "The bus is closing; try again shortly."));
      }
    },
  };
}
