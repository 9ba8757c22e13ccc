import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: "Snapshots compared",
    take: "Take a snapshot",
    full: "Three snapshots are kept: remove one first",
    empty:
      "Set the strategy aside as it is now, change it, and compare both: curves on the payoff, figures side by side. Three can be kept.",
    now: "Strategy now",
    figure: "Figure",
    taken: (time: string) => `taken ${time}`,
    asOf: (time: string) => `figures of ${time}`,
    goBack: "Go back",
    goBackTo: (name: string) => `Go back to snapshot ${name}`,
    goBackHint: "The strategy becomes this one again; undo takes it back",
    curve: "Curve",
    curveOf: (name: string) => `Curve of snapshot ${name} on the payoff`,
    remove: (name: string) => `Remove snapshot ${name}`,
    rename: (name: string) => `Name of snapshot ${name}`,
    refusals: {
      EMPTY_NAME: "A snapshot has a name",
      LONG_NAME: "A name has at most 40 characters",
      NAME_TAKEN: "Another snapshot is called so",
    },
    premium: { paid: "paid", received: "received" },
    legs: "Legs",
    legsOf: (count: number) => countText(count, { one: "leg", other: "legs" }),
    target: "Target",
    offset: (points: string) => `IV ${points}`,
    ofNow:
      "Margin and charges are those told for the same trades; all other figures are of the market of now, each at its own target.",
  },
});
