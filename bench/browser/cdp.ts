/** A DevTools connection, no more than the benches need: one websocket, a session a target, workers attached by themselves. */
import { WebSocket } from "ws";

export interface Session {
  readonly id: string | undefined;
  send<T>(method: string, params?: object): Promise<T>;
  on(event: string, listener: (params: never) => void): void;
}

export interface Cdp {
  readonly root: Session;
  session(id: string): Session;
  close(): void;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export async function connectCdp(url: string): Promise<Cdp> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, ((params: never) => void)[]>();
  let last = 0;

  socket.on("message", (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    if (reply.id === undefined) {
      for (const listener of listeners.get(`${reply.sessionId ?? ""} ${reply.method}`) ?? [])
        listener(reply.params as never);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error !== undefined) asked?.reject(new Error(`${asked.method}: ${reply.error.message}`));
    else asked?.resolve(reply.result);
  });
  socket.on("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error(`${asked.method}: the browser has gone`));
    waiting.clear();
  });

  const session = (id: string | undefined): Session => ({
    id,
    send: <T>(method: string, params: object = {}) =>
      new Promise<T>((resolve, reject) => {
        last += 1;
        waiting.set(last, { method, resolve: resolve as (value: unknown) => void, reject });
        socket.send(JSON.stringify({ id: last, method, params, ...(id && { sessionId: id }) }));
      }),
    on(event, listener) {
      const key = `${id ?? ""} ${event}`;
      listeners.set(key, [...(listeners.get(key) ?? []), listener]);
    },
  });
  return { root: session(undefined), session, close: () => socket.terminate() };
}
