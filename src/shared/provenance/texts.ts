import type { MarketKind, Origin } from "#domain/chain/origin.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { inLanguage } from "../texts/texts.tsx";

const origins: Readonly<Record<Origin, string>> = {
  recorded: "recorded here",
  source: "told by the broker",
  imported: "of the exchange's files",
  simulated: "made up",
};

const markets: Readonly<Record<MarketKind, string>> = {
  simulated: "Simulated market: every price of it is made up",
  imported: "Simulated onward from the close of the exchange's files; the gap at the opening is made up too",
  recorded: "A recorded session, played again",
  broker: "The exchange, through a broker's feed",
};

const states: Readonly<Record<FeedState, string>> = {
  loading: "on its way",
  live: "live",
  delayed: "one minute late",
  stale: "stale: nothing newer has come",
  closed: "at the close",
  offline: "offline",
  failed: "failed",
  empty: "nothing yet",
  refused: "not for this visitor",
};

/** What is said of where a figure comes from; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    labels: { closes: "Closes", forward: "Forward source", source: "Source", asOf: "As of" },
    closes: (count: string, from: string) => (from === "" ? count : `${count}, ${from}`),
    origins,
    forwards: {
      FUTURE: "from the future of this expiry",
      SYNTHETIC: "from calls and puts near the money",
      CARRY: "carried on from the nearest expiry that has one",
      SETTLEMENT: "what this expiry settled at",
    },
    markets,
    /** Where an older server does not say more. */
    exchange: "The exchange",
    states,
    asOf: (time: string, state: string) => `${time} IST, ${state}`,
  },
});
