import { type ClientRequest, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

export interface WireRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface WireAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one request and never follows a redirect, which would carry our secrets along. Rejects when nothing answers. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

async function* nothing(): AsyncGenerator<Uint8Array> {}

export function fetchTransport(fetcher: typeof fetch): Transport {
  return async ({ method, url, headers, body }, signal) => {
    const answer = await fetcher(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, body: answer.body ?? nothing() };
  };
}

/**
 * Node's own client, for interfaces that read a JSON body on GET (Breeze's customerdetails): the Fetch Standard forbids one,
 * and fetch throws.
 */
export const nodeTransport: Transport = ({ method, url, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const target = new URL(url);
    const open = target.protocol === "https:" ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request: ClientRequest = open(
      target,
      { method, headers: { ...headers, ...length }, signal, agent: false },
      (answer) => resolve({ status: answer.statusCode ?? 0, body: answer }),
    );
    request.on("error", reject);
    request.end(body);
  });
