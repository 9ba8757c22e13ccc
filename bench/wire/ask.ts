/** What the built product's relay is asked for by clients that are no browser. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { compactDate, istDate } from "#domain/calendar/ist.ts";
import type { ProductServer } from "../browser/server.ts";
import { NIFTY, subscriptions } from "./market.ts";
import { chainOptions } from "./tokens.ts";

/** NIFTY's nearest expiry that does not end today, whose prices may stand still already, YYYYMMDD, and the tokens of its options, those nearest the money first. */
export async function nearestOf({
  origin,
}: ProductServer): Promise<{ readonly expiry: number; readonly tokens: number[] }> {
  const reply = await fetch(`${origin}/v1/compute/cache/instrument_metacache/1`);
  const body = (await reply.json()) as {
    underlyers: { token: number[] };
    chains: { underlyer: number[]; expiry: number[] };
  };
  const own = body.chains.expiry.filter((_, i) => body.underlyers.token[body.chains.underlyer[i]!] === NIFTY);
  const expiry = Math.min(...own.filter((date) => date > compactDate(istDate(Date.now()))));
  const socket = new WebSocket(`${origin.replace("http", "ws")}/broker/1?consumerType=platform_pro`, {
    origin,
  });
  await once(socket, "open");
  socket.send(subscriptions({ chain: true, quotes: null }, expiry, [])[0]!);
  for (;;) {
    const [data] = (await once(socket, "message")) as [Buffer];
    if (data[0] !== 3) continue;
    socket.terminate();
    return { expiry, tokens: chainOptions(new Uint8Array(data)) };
  }
}
