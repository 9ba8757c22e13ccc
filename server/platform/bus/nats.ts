import { randomBytes } from "node:crypto";
import { connect, createInbox, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { AppError } from "#domain/errors.ts";
import type { Bus } from "./bus.ts";
import { asResponderError, DEFAULT_REQUEST_TIMEOUT_MS, noAnswerInTime, nobodyAnswers } from "./local.ts";
import { createAssembler, failureFrame, frames } from "./nats-frames.ts";

export interface NatsBus extends Bus {
  /** Resolves when the server has seen every subscription made so far. */
  flush(): Promise<void>;
  /** False while the connection is lost; it comes back by itself. */
  isConnected(): boolean;
}

interface NatsBusOptions {
  /** nats://host:port, several separated by commas */
  readonly url: string;
  /** first part of every subject, so that several installations can share a server */
  readonly prefix?: string;
  /** shown in the server's connection list */
  readonly name?: string;
  readonly onError?: (error: unknown, subject: string) => void;
  readonly onStatus?: (status: "connected" | "disconnected") => void;
}

const NO_RESPONDERS = 503;

function credentials(url: string): { servers: string[]; user?: string; pass?: string } {
  const login = /\/\/([^@/]+)@/.exec(url)?.[1];
  const servers = url.split(",").map((server) => server.trim().replace(/\/\/[^@/]*@/, "//"));
  if (login === undefined) return { servers };
  const [user = "", pass = ""] = login.split(":").map(decodeURIComponent);
  return { servers, user, pass };
}

async function open({ url, name }: NatsBusOptions): Promise<NatsConnection> {
  try {
    return await connect({
      ...credentials(url),
      ...(name === undefined ? {} : { name }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      pingInterval: 10_000,
      timeout: 5_000,
    });
  } catch (error) {
    const shown = url.replace(/\/\/[^@/]*@/g, "//…@");
    const message = `NATS_URL=${JSON.stringify(shown)} does not answer: start nats-server there, or unset NATS_URL`;
    throw new AppError("server.unavailable", message, { variable: "NATS_URL" }, { cause: error });
  }
}

/** Answers that are waited for, by the inbox subject that each comes on. */
function createAnswers() {
  const waiting = new Map<string, { onMessage(message: Msg): void; abandon(): void }>();
  return {
    take(message: Msg): void {
      waiting.get(message.subject)?.onMessage(message);
    },
    /** The answer on its own inbox subject. @throws AppError server.unavailable, or what the responder threw */
    on(reply: string, subject: string, timeoutMs: number): Promise<Uint8Array> {
      return new Promise((resolve, reject) => {
        const assemble = createAssembler();
        const settle = (finish: () => void) => {
          clearTimeout(timer);
          waiting.delete(reply);
          finish();
        };
        const timer = setTimeout(() => settle(() => reject(noAnswerInTime(subject, timeoutMs))), timeoutMs);
        waiting.set(reply, {
          onMessage(message) {
            if (message.headers?.code === NO_RESPONDERS) return settle(() => reject(nobodyAnswers(subject)));
            const assembled = assemble(message.data);
            if (assembled === null) return;
            settle(() => ("failure" in assembled ? reject(assembled.failure) : resolve(assembled.payload)));
          },
          abandon: () => settle(() => reject(nobodyAnswers(subject))),
        });
      });
    },
    abandon: (reply: string) => waiting.get(reply)?.abandon(),
    abandonAll(): void {
      for (const { abandon } of [...waiting.values()]) abandon();
    },
  };
}

async function watchStatus(
  connection: NatsConnection,
  onChange: (status: "connected" | "disconnected") => void,
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect") onChange("disconnected");
    if (type === "reconnect") onChange("connected");
  }
}

/**
 * The bus over a NATS server. While the connection is lost publications are dropped, not queued: what is stale is worth
 * nothing, and receivers find the gap by epoch and sequence.
 * @throws AppError `server.unavailable` when no server answers at the start
 */
export async function createNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const connection = await open(options);
  const prefix = `${options.prefix ?? "strikewise"}.`;
  const onError = options.onError ?? (() => {});
  const sender = randomBytes(8).readBigUInt64BE();
  const inbox = createInbox();
  const answers = createAnswers();
  let counter = 0;
  let connected = true;
  let closed = false;

  const limit = () => Math.min(connection.info?.max_payload ?? 1_048_576, 1_048_576) - 4_096;

  function send(subject: string, payload: Uint8Array, reply?: string): void {
    counter = (counter + 1) >>> 0;
    for (const frame of frames(payload, limit(), sender, counter)) {
      connection.publish(subject, frame, reply === undefined ? undefined : { reply });
    }
  }

  void watchStatus(connection, (status) => {
    connected = status === "connected";
    options.onStatus?.(status);
  });

  connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error === null) answers.take(message);
    },
  });

  return {
    isConnected: () => connected && !closed,
    flush: () => connection.flush(),
    publish(subject, payload) {
      if (connected && !closed) send(prefix + subject, payload);
    },
    subscribe(subject, handler) {
      if (closed) return () => {};
      const assemble = createAssembler();
      const subscription = connection.subscribe(prefix + subject, {
        callback: (error, message) => {
          const from = message.subject.slice(prefix.length);
          try {
            if (error !== null) throw error;
            const assembled = assemble(message.data);
            if (assembled !== null && "payload" in assembled) handler(assembled.payload, from);
          } catch (thrown) {
            onError(thrown, from);
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    respond(subject, responder) {
      if (closed) return () => {};
      const assemble = createAssembler();
      const answer = async (payload: Uint8Array, reply: string): Promise<void> => {
        try {
          send(reply, await responder(payload, subject));
        } catch (error) {
          if (!(error instanceof AppError)) onError(error, subject);
          if (!closed) connection.publish(reply, failureFrame(asResponderError(error, subject)));
        }
      };
      const subscription = connection.subscribe(prefix + subject, {
        queue: "responders",
        callback: (error, message) => {
          const assembled = error === null ? assemble(message.data) : null;
          if (assembled === null || !("payload" in assembled) || !message.reply) return;
          void answer(assembled.payload, message.reply);
        },
      });
      return () => subscription.unsubscribe();
    },
    async request(subject, payload, timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS) {
      if (!connected || closed) throw nobodyAnswers(subject);
      const reply = `${inbox}.${(counter + 1).toString(36)}`;
      const answer = answers.on(reply, subject, timeoutMs);
      try {
        send(prefix + subject, payload, reply);
      } catch (error) {
        // Else the answer that never comes would fail later, with no caller left to hear of it.
        onError(error, subject);
        answers.abandon(reply);
      }
      return answer;
    },
    async close() {
      if (closed) return;
      closed = true;
      answers.abandonAll();
      // Says goodbye to the server with what was published before; a lost connection has no one to say it to.
      await (connected ? connection.flush().catch(() => {}) : undefined);
      await connection.close();
    },
  };
}
