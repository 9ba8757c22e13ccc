import http from "node:http";
import { type HttpProxy, startHttpProxy } from "./http-proxy.ts";

/** A proxy before the server that lets other code run before each of its scripts: a browser that is not as it should be. */
export interface PreludeProxy extends HttpProxy {
  /** JavaScript that runs once in every page and worker, before anything of ours. */
  prelude: string;
}

const guarded = (code: string): string => `globalThis.__prelude??=(()=>{${code};return true})();`;

export async function startPreludeProxy(): Promise<PreludeProxy> {
  const base = await startHttpProxy((request, reply, port) => {
    const headers = { ...request.headers, "accept-encoding": "identity" };
    // Scripts must come whole, however often they are asked for.
    delete (headers as http.IncomingHttpHeaders)["if-none-match"];
    const { method, url } = request;
    const forward = http.request({ port, host: "127.0.0.1", method, path: url, headers }, (answer) => {
      const isScript = /javascript/.test(answer.headers["content-type"] ?? "") && proxy.prelude !== "";
      const { "content-length": _, ...rest } = answer.headers;
      reply.writeHead(
        answer.statusCode ?? 502,
        isScript ? { ...rest, "cache-control": "no-store" } : answer.headers,
      );
      if (isScript) reply.write(guarded(proxy.prelude));
      answer.pipe(reply);
    });
    forward.on("error", () => reply.destroy());
    request.pipe(forward);
  });
  const proxy: PreludeProxy = { ...base, prelude: "" };
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
