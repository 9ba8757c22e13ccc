import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import { MOST_EXPIRIES } from "./address.ts";
import type { LeftOut as Part } from "./left-out.ts";
import css from "./OpenInterest.module.css";
import { TEXTS } from "./texts.ts";

/** Parts that are named: the rest is counted. */
const MOST_SAID = 4;

const { leftOut: texts } = TEXTS;

const whyText = ({ of, why }: Part): string =>
  why === "too_many" ? texts.tooMany(of === "legs" ? MOST_CHART_LEGS : MOST_EXPIRIES) : texts.whys[why];

/** What of the address is not shown, and why, until the address says something else (rule OI-2). */
export function LeftOut({ parts }: { readonly parts: readonly Part[] }) {
  if (parts.length === 0) return null;
  const said = parts
    .slice(0, MOST_SAID)
    .map((part) => texts.each(texts.names[part.of], part.value, whyText(part)));
  if (parts.length > MOST_SAID) said.push(texts.more(parts.length - MOST_SAID));
  return (
    <p className={css.leftOut} role="status" data-testid="oi-left-out">
      {texts.said(said.join(", "))}
    </p>
  );
}
