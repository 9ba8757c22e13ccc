import { once } from "node:events";
import http from "node:http";
import net from "node:net";

/** A proxy before the server that lets other code run before each of its scripts: a browser that is not as it should be. */
export interface PreludeProxy {
  readonly origin: string;
  aim(port: number): void;
  /** JavaScript that runs once in every page and worker, before anything of ours. */
  prelude: string;
  stop(): Promise<void>;
}

const guarded = (code: string): string => `globalThis.__prelude??=(()=>{${code};return true})();`;

export async function startPreludeProxy(): Promise<PreludeProxy> {
  let target = 0;
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, reply) => {
    const headers = { ...request.headers, "accept-encoding": "identity" };
    // Scripts must come whole, however often they are asked for.
    delete (headers as http.IncomingHttpHeaders)["if-none-match"];
    const { method, url } = request;
    const forward = http.request(
      { port: target, host: "127.0.0.1", method, path: url, headers },
      (answer) => {
        const isScript = /javascript/.test(answer.headers["content-type"] ?? "") && proxy.prelude !== "";
        const { "content-length": _, ...rest } = answer.headers;
        reply.writeHead(
          answer.statusCode ?? 502,
          isScript ? { ...rest, "cache-control": "no-store" } : answer.headers,
        );
        if (isScript) reply.write(guarded(proxy.prelude));
        answer.pipe(reply);
      },
    );
    forward.on("error", () => reply.destroy());
    request.pipe(forward);
  });
  server.on("upgrade", (request, near: net.Socket) => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let i = 0; i < request.rawHeaders.length; i += 2) {
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    }
    const far = net.connect({ port: target, host: "127.0.0.1" });
    far.write(`${lines.join("\r\n")}\r\n\r\n`);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const proxy: PreludeProxy = {
    origin: `http://127.0.0.1:${port}`,
    prelude: "",
    aim(next) {
      target = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}

/** The device's clock is wrong by so much, for the calendar and for the start of monotonic time. */
export function wrongClock(byMs: number): string {
  return `const D=Date,by=${byMs};
    globalThis.Date=new Proxy(D,{
      construct:(t,a,n)=>Reflect.construct(t,a.length?a:[D.now()+by],n),
      apply:()=>new D(D.now()+by).toString(),
      get:(t,p)=>p==="now"?()=>D.now()+by:Reflect.get(t,p),
    });
    const origin=performance.timeOrigin;
    Object.defineProperty(performance,"timeOrigin",{get:()=>origin+by})`.replace(/\s*\n\s*/g, "");
}
