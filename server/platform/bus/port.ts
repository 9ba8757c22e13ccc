import { AppError, type ErrorBody } from "#domain/errors.ts";
import type { Bus, BusHandler, BusResponder } from "./bus.ts";
import { asResponderError, DEFAULT_REQUEST_TIMEOUT_MS, noAnswerInTime } from "./local.ts";

/** The part of a `node:worker_threads` MessagePort that the bus needs. */
interface BusPort {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (value: unknown) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  close(): void;
}

/** From the thread to the hub; both ends are built from this file, so they trust each other's shapes. */
type Up =
  | { kind: "publish"; subject: string; payload: Uint8Array }
  | { kind: "subscribe" | "respond"; id: number; subject: string }
  | { kind: "drop"; id: number }
  | { kind: "request"; id: number; subject: string; payload: Uint8Array; timeoutMs: number }
  | Reply;
/** From the hub to the thread. */
type Down =
  | { kind: "deliver"; id: number; subject: string; payload: Uint8Array }
  | { kind: "ask"; id: number; responder: number; subject: string; payload: Uint8Array }
  | Reply;
type Reply =
  | { kind: "reply"; id: number; payload: Uint8Array }
  | { kind: "failure"; id: number; error: ErrorBody["error"] };

/**
 * A copy of its own buffer, to be transferred. The copy is what lets the sender keep its bytes and costs less than the
 * message itself: a structured clone would copy too, and with a view it would copy the whole buffer behind it.
 */
function owned(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(payload);
}

function send(port: BusPort, message: Up | Down): void {
  if ("payload" in message) {
    const payload = owned(message.payload);
    port.postMessage({ ...message, payload }, [payload.buffer]);
  } else {
    port.postMessage(message);
  }
}

function sendAnswer(port: BusPort, id: number, subject: string, answer: Promise<Uint8Array>): void {
  answer.then(
    (payload) => send(port, { kind: "reply", id, payload }),
    (error: unknown) =>
      send(port, { kind: "failure", id, error: asResponderError(error, subject).toBody().error }),
  );
}

interface Pending {
  resolve(payload: Uint8Array): void;
  reject(error: AppError): void;
}

function settle(waiting: Map<number, Pending>, reply: Reply): void {
  const pending = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.kind === "reply") pending?.resolve(reply.payload);
  else pending?.reject(new AppError(reply.error.code, reply.error.message, reply.error.details));
}

function otherSideGone(): AppError {
  return new AppError("server.unavailable", "The thread that answers has stopped; try again shortly.");
}

function abandonAll(waiting: Map<number, Pending>): void {
  const all = [...waiting.values()];
  waiting.clear();
  for (const pending of all) pending.reject(otherSideGone());
}

/** The bus as a thread sees it: everything goes through the hub on the other end of the port (`bridgePort`). */
export function createPortBus(port: BusPort): Bus {
  const handlers = new Map<number, BusHandler>();
  const responders = new Map<number, BusResponder>();
  const waiting = new Map<number, Pending>();
  let nextId = 1;
  let closed = false;

  port.on("message", (value) => {
    const message = value as Down;
    switch (message.kind) {
      case "deliver":
        handlers.get(message.id)?.(message.payload, message.subject);
        break;
      case "ask": {
        const responder = responders.get(message.responder);
        const answer = responder
          ? Promise.resolve().then(() => responder(message.payload, message.subject))
          : Promise.reject(otherSideGone());
        sendAnswer(port, message.id, message.subject, answer);
        break;
      }
      default:
        settle(waiting, message);
    }
  });
  port.on("close", () => {
    closed = true;
    abandonAll(waiting);
  });

  function register<T>(kind: "subscribe" | "respond", map: Map<number, T>, subject: string, value: T) {
    const id = nextId++;
    map.set(id, value);
    if (!closed) send(port, { kind, id, subject });
    return () => {
      if (map.delete(id) && !closed) send(port, { kind: "drop", id });
    };
  }

  return {
    publish(subject, payload) {
      if (!closed) send(port, { kind: "publish", subject, payload });
    },
    subscribe: (subject, handler) => register("subscribe", handlers, subject, handler),
    respond: (subject, responder) => register("respond", responders, subject, responder),
    request(subject, payload, timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS) {
      if (closed) return Promise.reject(otherSideGone());
      return new Promise((resolve, reject) => {
        const id = nextId++;
        // The hub keeps the time too; this one is for a hub that is gone or stuck.
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(noAnswerInTime(subject, timeoutMs));
        }, timeoutMs + 250);
        waiting.set(id, {
          resolve(reply) {
            clearTimeout(timer);
            resolve(reply);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        send(port, { kind: "request", id, subject, payload, timeoutMs });
      });
    },
    async close() {
      closed = true;
      handlers.clear();
      responders.clear();
      abandonAll(waiting);
      port.close();
    },
  };
}

/**
 * Joins the thread at the other end of the port to a bus.
 * @returns the function that takes it off again; a port that closes takes itself off
 */
export function bridgePort(bus: Bus, port: BusPort): () => void {
  const drops = new Map<number, () => void>();
  const waiting = new Map<number, Pending>();
  let nextAsk = 1;
  let closed = false;

  function detach(): void {
    if (closed) return;
    closed = true;
    for (const drop of drops.values()) drop();
    drops.clear();
    abandonAll(waiting);
  }

  function ask(responder: number, subject: string, payload: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const id = nextAsk++;
      waiting.set(id, { resolve, reject });
      send(port, { kind: "ask", id, responder, subject, payload });
    });
  }

  port.on("message", (value) => {
    if (closed) return;
    const message = value as Up;
    switch (message.kind) {
      case "publish":
        bus.publish(message.subject, message.payload);
        break;
      case "subscribe":
        drops.set(
          message.id,
          bus.subscribe(message.subject, (payload, subject) =>
            send(port, { kind: "deliver", id: message.id, subject, payload }),
          ),
        );
        break;
      case "respond":
        drops.set(
          message.id,
          bus.respond(message.subject, (payload, subject) => ask(message.id, subject, payload)),
        );
        break;
      case "drop":
        drops.get(message.id)?.();
        drops.delete(message.id);
        break;
      case "request":
        sendAnswer(
          port,
          message.id,
          message.subject,
          bus.request(message.subject, message.payload, message.timeoutMs),
        );
        break;
      default:
        settle(waiting, message);
    }
  });
  port.on("close", detach);

  return () => {
    detach();
    port.close();
  };
}
