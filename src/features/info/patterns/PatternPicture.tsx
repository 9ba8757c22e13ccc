import css from "./Patterns.module.css";
import type { Pattern } from "./patterns.ts";
import { TEXTS } from "./texts.ts";

const STEP = 26;
const WIDTH = 14;
const HEIGHT = 108;

/** What a pattern looks like: rising candles are hollow, falling ones filled. */
export function PatternPicture({ pattern }: { readonly pattern: Pattern }) {
  const { candles, name } = pattern;
  const y = (price: number): number => HEIGHT - 4 - price;
  return (
    <svg
      className={css.picture}
      viewBox={`0 0 ${candles.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={TEXTS.picture(name)}
    >
      {candles.map(([open, high, low, close], i) => {
        const middle = i * STEP + STEP / 2;
        const top = Math.max(open, close);
        const foot = Math.min(open, close);
        return (
          <g key={middle} data-tone={close > open ? "up" : "down"}>
            <path d={`M${middle} ${y(high)}V${y(top)}M${middle} ${y(foot)}V${y(low)}`} />
            <rect x={middle - WIDTH / 2} y={y(top)} width={WIDTH} height={top - foot} />
          </g>
        );
      })}
    </svg>
  );
}
