import { decimalsOfTick, formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { changeText, oiText } from "../../../shared/time-charts/oi-text.ts";
import { TEXTS } from "../texts.ts";
import css from "./Instants.module.css";
import type { InstantFigures, Picture } from "./picture.ts";

const { instants: texts } = TEXTS;

interface Row {
  readonly name: string;
  readonly of: (figures: InstantFigures) => number;
  readonly text: (value: number) => string;
  readonly change: (value: number) => string;
  readonly side?: "call" | "put";
}

function rowsOf(underlying: UnderlyingSummary, divisor: number): readonly Row[] {
  const price = Math.max(2, decimalsOfTick(underlying.spotTickSize));
  const strike = decimalsOfTick(underlying.strikeStep || 1);
  const oi = { text: oiText, change: changeText };
  return [
    { name: texts.callOi, of: ({ callOi }) => callOi / divisor, side: "call", ...oi },
    { name: texts.putOi, of: ({ putOi }) => putOi / divisor, side: "put", ...oi },
    { name: texts.difference, of: ({ callOi, putOi }) => (putOi - callOi) / divisor, ...oi },
    {
      name: texts.pcr,
      of: ({ pcr }) => pcr,
      text: (n) => formatFixed(n, 3),
      change: (n) => formatSigned(n, 3),
    },
    {
      name: texts.maxPain,
      of: ({ maxPain }) => maxPain,
      text: (n) => formatFixed(n, strike),
      change: (n) => formatSigned(n, strike),
    },
    {
      name: texts.spot,
      of: ({ spot }) => spot,
      text: (n) => formatFixed(n, price),
      change: (n) => formatSigned(n, price),
    },
  ];
}

interface Props {
  readonly underlying: UnderlyingSummary;
  readonly picture: Picture | null;
  /** units a lot, or 1 */
  readonly divisor: number;
  readonly from: string;
  readonly to: string;
  /** false: one instant, which nothing is compared with */
  readonly isCompared: boolean;
  readonly isStale: boolean;
}

/** Totals, PCR, max pain and spot of both instants side by side, and what lies between them (rule OI-6). */
export function Instants({ underlying, picture, divisor, from, to, isCompared, isStale }: Props) {
  return (
    <table className={css.table} data-stale={isStale ? "" : undefined} data-testid="oi-instants">
      <caption className="visually-hidden">{texts.name}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{texts.figure}</span>
          </th>
          {isCompared ? <th scope="col">{from}</th> : null}
          <th scope="col">{to}</th>
          {isCompared ? <th scope="col">{texts.change}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rowsOf(underlying, divisor).map(({ name, of, text, change, side }) => {
          const before = picture === null ? Number.NaN : of(picture.from);
          const now = picture === null ? Number.NaN : of(picture.to);
          return (
            <tr key={name} data-side={side}>
              <th scope="row">{name}</th>
              {isCompared ? <td>{picture === null ? UNKNOWN : text(before)}</td> : null}
              <td>
                <b>{text(now)}</b>
              </td>
              {isCompared ? <td>{change(now - before)}</td> : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
