import css from "./Chart.module.css";
import type { ChartLine } from "./types.ts";

/** The stroke of a line, beside its name. */
export function LineSwatch({ line }: { readonly line: ChartLine }) {
  const colour = `var(--${line.colour})`;
  return (
    <svg className={css.swatch} viewBox="0 0 20 8" aria-hidden="true">
      {line.shape === "bars" ? (
        <rect x="6" y="0" width="8" height="8" style={{ fill: colour }} />
      ) : (
        <line
          x1="0"
          y1="4"
          x2="20"
          y2="4"
          strokeDasharray={line.dash?.join(" ")}
          style={{ stroke: colour }}
        />
      )}
    </svg>
  );
}

/** The pattern of a side's bars. */
export const SideSwatch = ({ side }: { readonly side: "call" | "put" | "before" }) => (
  <i className={css.side} data-side={side} aria-hidden="true" />
);
