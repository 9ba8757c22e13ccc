import { TriangleAlert } from "lucide-react";
import { useAnalyzerState } from "../analyzer/use-analyzer.tsx";
import { TEXTS } from "./texts.ts";
import css from "./Warnings.module.css";

/** Said where they belong: the lot rule under its field, the price beside it. */
const ELSEWHERE: ReadonlySet<string> = new Set(["LOT_RULE"]);
const GRAVE: ReadonlySet<string> = new Set([
  "SPOT_AUCTION",
  "NO_UNDERLYING",
  "EXPIRED_STRATEGY",
  "NO_IV",
  "ESTIMATED_SETTLEMENT",
]);

/**
 * What an analysis says of itself (rules STRAT-11 and STRAT-12).
 * @param are what makes the figures others than they seem, over them; or what is only to be minded
 */
export function Warnings({ are }: { readonly are: "grave" | "minor" }) {
  const { payload, instance } = useAnalyzerState();
  const warnings = (payload?.warnings ?? []).filter(
    ({ code }) => !ELSEWHERE.has(code) && GRAVE.has(code) === (are === "grave"),
  );
  if (warnings.length === 0 || !instance?.legs.length) return null;
  return (
    <ul className={css.warnings} data-are={are} aria-label={TEXTS.warnings} data-testid="warnings">
      {warnings.map(({ code, message }) => (
        <li key={code} className={css.warning} data-code={code}>
          <TriangleAlert size={14} strokeWidth={1.5} aria-hidden="true" />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
