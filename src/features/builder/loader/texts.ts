import type { MarketView } from "#domain/strategy/presets/names.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

const views: Readonly<Record<MarketView, string>> = {
  ABOVE: "Up",
  NOT_BELOW: "Not down",
  AROUND: "At a level",
  BETWEEN: "In a range",
  NOT_ABOVE: "Not up",
  BELOW: "Down",
};

const spokenViews: Readonly<Record<MarketView, string>> = {
  ABOVE: "The price ends above today’s",
  NOT_BELOW: "The price does not end below today’s",
  AROUND: "The price ends near one level",
  BETWEEN: "The price ends between two levels",
  NOT_ABOVE: "The price does not end above today’s",
  BELOW: "The price ends below today’s",
};

/** What is read where ready-made strategies are chosen. */
export const TEXTS = inLanguage({
  en: {
    name: "Strategies to begin with",
    tabs: { presets: "Ready-made", saved: "My strategies" },
    open: "Show strategies to begin with",
    close: "Hide strategies to begin with",
    expiry: "Expiry",
    view: "You think that at expiry",
    views,
    spokenViews,
    lots: "Lots",
    /** Where a strategy can be placed, but there are no prices to draw it of. */
    noSketch: "No prices yet",
    waiting: "Waiting for prices…",
    chosen: "Loaded",
  },
});
