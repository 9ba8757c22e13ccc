/** Stands before the product's server and counts what a browser gets of it: bodies as they were encoded, websockets byte for byte. */
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Body {
  readonly path: string;
  /** Of its content, without parameters. */
  readonly type: string;
  readonly bytes: number;
  /** epoch ms */
  readonly askedAt: number;
}

export interface WireMeter {
  readonly origin: string;
  /** Those that have come whole. */
  readonly bodies: readonly Body[];
  /** Requests whose answer is on its way. */
  pending(): number;
  /** From the server over websockets so far. */
  socketBytes(): number;
  stop(): void;
}

export async function startWireMeter(productOrigin: string): Promise<WireMeter> {
  const product = new URL(productOrigin);
  const bodies: Body[] = [];
  let pending = 0;
  let socketBytes = 0;
  /** As the product's own address would send them. */
  const asOwn = (request: IncomingMessage) => ({
    ...request.headers,
    host: product.host,
    ...(request.headers.origin !== undefined && { origin: product.origin }),
    ...(request.headers.referer !== undefined && { referer: `${product.origin}/` }),
  });

  const http = createServer((request, reply) => {
    const askedAt = Date.now();
    const { method, url = "/" } = request;
    pending += 1;
    reply.once("close", () => {
      pending -= 1;
    });
    const forward = httpRequest(
      { host: product.hostname, port: product.port, path: url, method, headers: asOwn(request) },
      (answer) => {
        let bytes = 0;
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => {
          const type = (answer.headers["content-type"] ?? "").replace(/;.*/, "");
          bodies.push({ path: url.replace(/\?.*/, ""), type, bytes, askedAt });
        });
        answer.pipe(reply);
      },
    );
    forward.on("error", () => reply.destroy());
    request.pipe(forward);
  });

  http.on("upgrade", (request: IncomingMessage, near: Duplex) => {
    const far = connect(Number(product.port), product.hostname);
    const lines = Object.entries(asOwn(request)).map(([name, value]) => `${name}: ${value}`);
    far.write([`GET ${request.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    far.on("data", (chunk: Buffer) => {
      socketBytes += chunk.length;
    });
    far.pipe(near).pipe(far);
    for (const end of [far, near]) {
      end.on("error", () => {
        far.destroy();
        near.destroy();
      });
    }
  });

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    bodies,
    pending: () => pending,
    socketBytes: () => socketBytes,
    stop() {
      http.close();
      http.closeAllConnections();
    },
  };
}
