import type { ConnectionState } from "#workers/engine/api.ts";
import { inLanguage } from "../../browser/language.ts";
import type { PageKey } from "../../shared/page/define-page.tsx";

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
