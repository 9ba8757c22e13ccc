import { inLanguage } from "../browser/language.ts";

/** What the shell may have to say before anything else is loaded, or when nothing else can be. */
export const TEXTS = inLanguage({
  en: {
    crash: {
      title: "Oops !",
      lead: "Something went wrong",
      text: "This page hit an error of its own. Your other tabs and the live connection are not touched.",
      retry: "Retry",
    },
    missing: {
      lead: "A part of this page could not be fetched",
      text: "The server cannot be reached just now, or it has a newer version of Strikewise. Your other tabs and the live connection are not touched.",
      reload: "Reload for the new version",
      again: "Try again",
    },
    health: {
      panel: "Connection health",
      panelMissing: "The details could not be loaded. Reload the page when the server can be reached.",
      connecting: "Connecting",
      notLive: "Not live",
      noData: "No market data",
      late: "Delayed 1 min",
      live: "Live",
      /** @param ms from the server to this browser */
      liveWithin: (ms: string) => `Live ${ms} ms`,
      offline: "Offline",
      reconnecting: "Reconnecting",
    },
  },
});
