import { inLanguage } from "../../../shared/texts/texts.tsx";
import type { Wanted } from "../search-params.ts";
import type { OpeningFailureKind } from "./failures.ts";

interface Screen {
  readonly title: string;
  readonly text: string;
}

const LINK: Readonly<Record<OpeningFailureKind, Screen>> = {
  malformed: {
    title: "This link is not complete",
    text: "Its address does not name a strategy. Ask for the whole link, or copy it again.",
  },
  not_found: {
    title: "There is no strategy behind this link",
    text: "The link may have been cut or typed wrong. Ask for it again.",
  },
  expired: {
    title: "This link has run out",
    text: "A link that was not opened for 30 days is forgotten. Ask for a new one.",
  },
  deleted: {
    title: "This strategy is not shared any more",
    text: "Its owner has ended the link.",
  },
  unreadable: {
    title: "This link cannot be opened",
    text: "The strategy was kept by another version of the builder, which this one cannot read.",
  },
  not_allowed: {
    title: "Your plan does not open this link",
    text: "The strategy builder is not part of the plan you have.",
  },
  unavailable: {
    title: "The link could not be opened just now",
    text: "Nothing is lost: try again in a moment.",
  },
};

const STRATEGY: Readonly<Record<OpeningFailureKind, Screen>> = {
  ...LINK,
  malformed: {
    title: "This is no saved strategy",
    text: "The address does not name one. Open it from your list.",
  },
  not_found: {
    title: "This strategy is not among yours",
    text: "It was deleted, or saved by another account. Your own are in the builder, under My strategies.",
  },
  unreadable: {
    title: "This strategy cannot be opened",
    text: "It was saved by another version of the builder, which this one cannot read.",
  },
  not_allowed: {
    title: "Your plan does not open saved strategies",
    text: "The strategy builder is not part of the plan you have.",
  },
  unavailable: {
    title: "The strategy could not be opened just now",
    text: "It is kept safe: try again in a moment.",
  },
};

const screens: Readonly<Record<Wanted["kind"], Readonly<Record<OpeningFailureKind, Screen>>>> = {
  link: LINK,
  strategy: STRATEGY,
};

/** What is read when what the address asks for is not opened. */
export const TEXTS = inLanguage({
  en: {
    screens,
    retry: "Try again",
    builder: "Open the builder",
    plans: "See plans",
    home: "Go home",
  },
});
