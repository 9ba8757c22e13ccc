import type { ReactNode } from "react";
import { LIQUIDITY_MARKS } from "#domain/format/liquidity-marks.ts";
import css from "./Legend.module.css";
import { markPath } from "./mark-shape.ts";
import { TEXTS } from "./texts.ts";

const OTHERS: readonly (readonly [keyof typeof TEXTS.legend, ReactNode])[] = [
  ["outside", <span key="figure">88.00</span>],
  ["atMoney", "24,250"],
  ["round", "24,500"],
  ["odd", "24,450"],
  ["maxPain", null],
  ["forward", null],
  ["spot", null],
  ["bar", <i key="bar" className={css.bar} />],
  ["rose", <i key="bar" className={css.bar} />],
  ["ghost", <i key="bar" className={css.bar} />],
  ["estimated", "~13.4"],
  [
    "leg",
    <b key="tag" className={css.tag}>
      {"+2"}
    </b>,
  ],
  [
    "position",
    <b key="tag" className={css.tag}>
      {"+2"}
    </b>,
  ],
  [
    "changed",
    <span key="signs">
      <span className={css.up}>{"+1.2"}</span> <span className={css.down}>{"−0.8"}</span>
    </span>,
  ],
];

/** Every mark of the chain and what it means (rule CHAIN-42). */
export function Legend() {
  return (
    <section aria-labelledby="chain-legend">
      <h3 id="chain-legend" className={css.title}>
        {TEXTS.title}
      </h3>
      <ul className={css.list}>
        {LIQUIDITY_MARKS.map((mark) => (
          <li key={mark.name}>
            <span className={css.sample} aria-hidden="true">
              <svg
                viewBox="0 0 8 8"
                className={css.mark}
                data-about={mark.about}
                data-dot={mark.strokes.length === 0}
                aria-hidden="true"
              >
                <path d={markPath(mark)} vectorEffect="non-scaling-stroke" />
              </svg>
            </span>
            {TEXTS.liquidity[mark.name]}
          </li>
        ))}
        {OTHERS.map(([kind, sample]) => (
          <li key={kind}>
            <span className={css.sample} data-kind={kind} aria-hidden="true">
              {sample}
            </span>
            {TEXTS.legend[kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}
