/**
 * One server for all journeys that neither end it nor need it set up in a way of their own: the product as it starts, behind a
 * proxy that may say where a browser is, and with a mobile app that it knows.
 */
import { test as base } from "@playwright/test";
import { appKey } from "../../support/http/app-token.ts";
import { type RunningServer, startServer } from "./server.ts";
import { fromElsewhere, waitForSignIn } from "./sign-in.ts";
import { asTrader } from "./trader.ts";

/** The key by which the mobile app of the shared server signs. */
export const APP_KEY = appKey();

interface Options {
  /** who opens the pages: a stranger, or the one account that all traders' journeys of this server share */
  readonly as: "visitor" | "trader";
}

export const test = base.extend<
  Options & { readonly arrival: undefined },
  { readonly shared: RunningServer }
>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const server = await startServer({ TRUST_PROXY: "loopback", APP_PUBLIC_KEYS: APP_KEY.pem });
      await waitForSignIn(server.origin);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  as: ["visitor", { option: true }],
  // Each journey has an address of its own: an address may sign in only ten times a minute.
  arrival: [
    async ({ context, shared, as }, use) => {
      await fromElsewhere(context);
      if (as === "trader") await asTrader(context, shared);
      await use(undefined);
    },
    { auto: true },
  ],
});
