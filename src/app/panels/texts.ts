import type { ConnectionState } from "#workers/engine/api.ts";
import { inLanguage } from "../../browser/language.ts";
import type { PageKey } from "../../shared/page/define-page.tsx";
import { countText } from "../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    health: {
      title: "Connection",
      starting: "The engine is starting.",
      connection: "Connection",
      states: {
        idle: "Idle",
        connecting: "Connecting",
        live: "Live",
        stale: "Stale",
        backoff: "Backoff",
        offline: "Offline",
        /** The market may not be passed on to this visitor. */
        refused: "Refused",
      } satisfies Record<ConnectionState | "refused", string>,
      latency: "Latency",
      milliseconds: (ms: string) => `${ms} ms`,
      lastMessage: "Last message",
      ago: (seconds: string) => `${seconds} s ago`,
      marketTime: "Market time",
      inIndia: (time: string) => `${time} IST`,
      feed: "Feed",
      simulated: "Simulated",
      exchange: "Exchange",
      late: (feed: string) => `${feed}, 1 minute late`,
      messages: "Messages",
      received: "Received",
      megabytes: (count: string) => `${count} MB`,
      kilobytes: (count: string) => `${count} kB`,
      gaps: "Gaps healed",
      reconnects: "Reconnects",
      refused: "Messages refused",
      tabsAndViews: "Tabs, views",
      engine: "Engine",
      shared: "Shared by all tabs",
      ownEngine: "This tab only",
      decoder: "Decoder",
      decoders: { wasm: "WebAssembly", typescript: "JavaScript" },
      storage: "Saved market data",
      storages: { ready: "On", unavailable: "Not available" },
      performance: "Performance",
      figures: "Figures",
      words: {
        live: "Live.",
        lessThanOne: "less than 1",
        liveWithin: (ms: string) => `Live: prices are ${ms} ms old when they arrive.`,
        late: "Live, one minute late.",
        silent: "Nothing is heard from the market just now; what is shown is the last that came.",
        silentFor: (seconds: string) =>
          `Nothing has been heard from the market for ${seconds} s; what is shown is the last that came.`,
        lost: "The connection is lost and is being made anew; what is shown is the last that came.",
        offline: "This device has no network; what is shown is the last that came.",
        connecting: "The connection is being made.",
        refused: "The market’s prices may not be shown to you.",
        nothingMissing: "Nothing is missing.",
        healed: (count: number) =>
          `${countText(count, { one: "stretch was", other: "stretches were" })} missed and fetched again: nothing is missing now.`,
        unread: (count: number) =>
          `${countText(count, { one: "message", other: "messages" })} could not be read: some figures may be older than they look. A reload may help.`,
        reconnected: (count: number) =>
          `The connection was made anew ${countText(count, { one: "time", other: "times" })}.`,
        notKept: "This browser keeps no market data, so each start begins with an empty page.",
      },
    },
    keys: {
      title: "Keys",
      everywhere: {
        title: "Everywhere",
        keys: (performance: string): readonly PageKey[] => [
          ["/  or  Ctrl K", "Search instruments, pages and actions"],
          [performance, "Performance panel"],
          ["?", "This list"],
          ["Esc", "Close what floats over the page"],
        ],
      },
      menus: {
        title: "Menus",
        keys: [
          ["Tab, Enter", "Reach and open"],
          ["Up, Down", "Walk the entries"],
        ] satisfies readonly PageKey[],
      },
    },
  },
});
