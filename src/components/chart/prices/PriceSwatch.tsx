import css from "../Chart.module.css";

/** A rising candle and a falling one, beside the name of a line of prices. */
export const PriceSwatch = () => (
  <svg className={css.swatch} viewBox="0 0 20 8" aria-hidden="true">
    <path d="M5 0.5h4v7h-4z" style={{ fill: "none", stroke: "var(--up)", strokeWidth: 1 }} />
    <path d="M11 0.5h4v7h-4z" style={{ fill: "var(--down)", stroke: "var(--down)", strokeWidth: 1 }} />
  </svg>
);
