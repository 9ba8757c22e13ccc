/** Requests over kept connections, as many as are allowed at a time or at a steady pace. */
import { createHash } from "node:crypto";
import http from "node:http";

export interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly etag: string | null;
  readonly bytes: number;
  readonly ms: number;
}

/** A single question's; thousands of texts kept would fill the memory. */
export interface Told extends Answered {
  readonly text: string;
}

/** An answer to a question that was asked at a steady pace. */
export interface Paced extends Answered {
  /** when it was due, epoch ms */
  readonly dueAt: number;
  /** tells whether two answers say the same */
  readonly digest: string;
}

export interface Client {
  ask(question: Question): Promise<Told>;
  /** Keeps `connections` busy for `ms`. @returns all answers, and how long it took in seconds */
  saturate(
    question: Question,
    connections: number,
    ms: number,
  ): Promise<{ answers: Answered[]; seconds: number }>;
  /**
   * Asks `perSecond` times a second whatever the answers do; times count from when the question was due, so that a server that
   * stalls is not spared the questions that came meanwhile.
   */
  pace(question: Question, perSecond: number, ms: number): Promise<Paced[]>;
  close(): void;
}

export function createClient(origin: string, headers: Readonly<Record<string, string>>): Client {
  const { hostname, port } = new URL(origin);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64, noDelay: true });

  function ask(
    question: Question,
    since = performance.now(),
    take: (chunk: Buffer) => void = () => {},
  ): Promise<Answered> {
    const { method, path, body } = question;
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...headers,
            ...question.headers,
            ...(body === undefined
              ? {}
              : { "content-type": "application/json", "content-length": body.length }),
          },
        },
        (response) => {
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            take(chunk);
          });
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              etag: response.headers.etag ?? null,
              bytes,
              ms: performance.now() - since,
            }),
          );
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  return {
    async ask(question) {
      const chunks: Buffer[] = [];
      const answer = await ask(question, performance.now(), (chunk) => chunks.push(chunk));
      return { ...answer, text: Buffer.concat(chunks).toString() };
    },
    async saturate(question, connections, ms) {
      const answers: Answered[] = [];
      const startedAt = performance.now();
      const one = async (): Promise<void> => {
        while (performance.now() - startedAt < ms) answers.push(await ask(question));
      };
      await Promise.all(Array.from({ length: connections }, one));
      return { answers, seconds: (performance.now() - startedAt) / 1000 };
    },
    async pace(question, perSecond, ms) {
      const startedAt = performance.now();
      const total = Math.round((perSecond * ms) / 1000);
      const asked: Promise<Paced>[] = [];
      const askAt = async (since: number): Promise<Paced> => {
        const hash = createHash("md5");
        const answer = await ask(question, since, (chunk) => hash.update(chunk));
        return { ...answer, dueAt: performance.timeOrigin + since, digest: hash.digest("base64") };
      };
      while (asked.length < total) {
        const elapsed = performance.now() - startedAt;
        const due = Math.min(total, Math.floor((elapsed * perSecond) / 1000));
        // The first is due one period after the start.
        while (asked.length < due) {
          asked.push(askAt(startedAt + ((asked.length + 1) * 1000) / perSecond));
        }
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return Promise.all(asked);
    },
    close: () => agent.destroy(),
  };
}
