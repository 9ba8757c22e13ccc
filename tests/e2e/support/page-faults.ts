import type { BrowserContext } from "@playwright/test";

/** A network that is away is told on the console by the browser itself; it is no fault of the page. */
const NETWORK =
  /Failed to load resource|WebSocket connection to|net::ERR_|the server responded with a status/;

/** Errors, unhandled rejections and console errors of every page of a context from now on. */
export function watchFaults(context: BrowserContext): readonly string[] {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error" && !NETWORK.test(message.text())) faults.push(message.text());
  });
  return faults;
}
