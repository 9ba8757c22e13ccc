import http from "node:http";
import { type HttpProxy, startHttpProxy } from "./http-proxy.ts";

/** One request, and how much came back for it. */
export interface Carried {
  readonly path: string;
  /** of the answer, without its parameters; "" of an answer without a body */
  type: string;
  /** of the body as it was encoded, without headers */
  bytes: number;
  /** epoch ms at which the request came */
  readonly askedAt: number;
  isWhole: boolean;
}

/** A proxy before the server that notes what is fetched through it, whichever page or worker asks. */
export interface CountingProxy extends HttpProxy {
  readonly carried: readonly Carried[];
}

/** @param latencyMs for which each request is held before it is passed on */
export async function startCountingProxy(latencyMs: number): Promise<CountingProxy> {
  const carried: Carried[] = [];
  const base = await startHttpProxy((request, reply, port) => {
    const { method, url = "/", headers } = request;
    const one: Carried = {
      path: url.replace(/\?.*/, ""),
      type: "",
      bytes: 0,
      askedAt: Date.now(),
      isWhole: false,
    };
    carried.push(one);
    const pass = (): void => {
      const forward = http.request({ port, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        one.type = (answer.headers["content-type"] ?? "").replace(/;.*/, "");
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("data", (chunk: Buffer) => {
          one.bytes += chunk.length;
        });
        answer.on("end", () => {
          one.isWhole = true;
        });
        answer.pipe(reply);
      });
      forward.on("error", () => reply.destroy());
      request.pipe(forward);
    };
    setTimeout(pass, latencyMs);
  });
  return { ...base, carried };
}
