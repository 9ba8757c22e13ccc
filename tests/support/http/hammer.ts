/** Asks a server again and again over a few connections, each the next question as soon as the last is answered. */
import { Agent, request as httpRequest } from "node:http";
import type { GoodRequest } from "../answers/good-requests.ts";

export interface Hammered {
  /** answers by status */
  readonly statuses: ReadonlyMap<number, number>;
  readonly perSecond: number;
  /** of answers that were given, ms */
  readonly medianMs: number;
}

interface Hammer {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
}

function ask(port: number, agent: Agent, { method, path, body }: GoodRequest, own: Hammer["headers"]) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? own : { ...own, "content-type": "application/json" };
  return new Promise<number>((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    request.once("error", reject);
    request.end(text);
  });
}

/** @param question the n-th to ask */
export async function hammer(question: (n: number) => GoodRequest, options: Hammer): Promise<Hammered> {
  const { port, connections, ms, headers } = options;
  const statuses = new Map<number, number>();
  const took: number[] = [];
  const began = performance.now();
  let asked = 0;
  const work = Array.from({ length: connections }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() - began < ms) {
      const from = performance.now();
      const status = await ask(port, agent, question(asked++), headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) took.push(performance.now() - from);
    }
    agent.destroy();
  });
  await Promise.all(work);
  const seconds = (performance.now() - began) / 1000;
  took.sort((a, b) => a - b);
  return { statuses, perSecond: asked / seconds, medianMs: took[took.length >> 1] ?? Number.NaN };
}
