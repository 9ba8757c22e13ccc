import { once } from "node:events";
import http from "node:http";
import net from "node:net";

/** A proxy before the server that sees each request and its answer; websockets pass untouched. */
export interface HttpProxy {
  readonly origin: string;
  aim(port: number): void;
  stop(): Promise<void>;
}

/** Carries one request to the server at a port, and its answer back. */
export type Exchange = (request: http.IncomingMessage, reply: http.ServerResponse, port: number) => void;

function passUpgrade(request: http.IncomingMessage, near: net.Socket, port: number): void {
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
  }
  const far = net.connect({ port, host: "127.0.0.1" });
  far.write(`${lines.join("\r\n")}\r\n\r\n`);
  near.pipe(far).pipe(near);
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
}

export async function startHttpProxy(exchange: Exchange): Promise<HttpProxy> {
  let target = 0;
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, reply) => exchange(request, reply, target));
  server.on("upgrade", (request, near: net.Socket) => passUpgrade(request, near, target));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    aim(next) {
      target = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
