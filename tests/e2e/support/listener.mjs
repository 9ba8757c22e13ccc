/**
 * A client in a process of its own, so that what the test does cannot delay what it hears. Says one line of JSON when its
 * input says a line: what it heard since the line before.
 * Usage: node listener.mjs <origin> <subscribe messages as a JSON list> [<cookies>]
 */
import { createInterface } from "node:readline";
import WebSocket from "ws";

const [origin, subscriptions, cookie] = process.argv.slice(2);
const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/broker/1?consumerType=platform_pro`, {
  origin,
  perMessageDeflate: false,
  ...(cookie === undefined ? {} : { headers: { cookie } }),
});
const PING = 253;
let heard = { messages: 0, bytes: 0, longestSilenceMs: 0, code: 0 };
let last = performance.now();
let since = last;

socket.on("open", () => {
  for (const message of JSON.parse(subscriptions)) socket.send(JSON.stringify(message));
  last = since = performance.now();
});
socket.on("message", (data) => {
  if (data[0] === PING) return;
  const now = performance.now();
  heard.messages += 1;
  heard.bytes += data.length;
  heard.longestSilenceMs = Math.max(heard.longestSilenceMs, now - last);
  last = now;
});
socket.on("close", (code) => {
  heard.code = code;
});
socket.on("error", () => {});

createInterface(process.stdin)
  .on("line", () => {
    const now = performance.now();
    const longestSilenceMs = Math.max(heard.longestSilenceMs, now - last);
    process.stdout.write(`${JSON.stringify({ ...heard, longestSilenceMs, elapsedMs: now - since })}\n`);
    heard = { ...heard, messages: 0, bytes: 0, longestSilenceMs: 0 };
    since = now;
  })
  .on("close", () => process.exit(0));
