import { useMemo } from "react";
import { compactDate } from "#domain/calendar/ist.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatIv, formatSigned } from "#domain/format/number.ts";
import { marketNow } from "../../../live/market-now.ts";
import { type Handle, type Stream, streamOf, useStream } from "../../../live/streams.ts";
import type { StraddlePage } from "../straddle-page.ts";
import { contractText } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";
import css from "./Detail.module.css";
import { legFigures, totalOf } from "./greeks.ts";
import type { DetailLeg } from "./legs-of.ts";

const { detail, names } = TEXTS;

type Quotes = ReturnType<Stream<"quotes">["read"]>;
const NOTHING: Quotes = { data: null, refused: null, isOld: false };
/** Of no legs nothing is asked. */
const SILENT: Handle<Quotes> = { subscribe: () => () => {}, read: () => NOTHING };

interface Props {
  readonly page: StraddlePage;
  readonly legs: readonly DetailLeg[];
}

/** Last price, delta, theta and IV of each leg as the market stands, and of all together. */
export function LegTable({ page: { underlying, isStale }, legs }: Props) {
  const { token, strikeStep } = underlying;
  const stats = useMemo(() => streamOf({ kind: "stats", tokens: [token] }), [token]);
  const quotes = useMemo(
    () =>
      legs.length === 0
        ? SILENT
        : streamOf({ kind: "quotes", tokens: legs.map(({ contract }) => contract.token), mode: "full" }),
    [legs],
  );
  const told = useStream(stats, ({ data }) => data?.[0] ?? null);
  const { data, isOld } = useStream(quotes, (state) => state);
  const now = marketNow(underlying);
  const figures = legs.map((leg) => {
    const { contract } = leg;
    const quote = data?.find((each) => each.token === contract.token);
    const last = quote !== undefined && quote.volume > 0 ? quote.lastPrice : Number.NaN;
    const day = contract.expiry === null ? 0 : compactDate(contract.expiry);
    const forward = told?.expiries.find(({ expiry }) => expiry === day)?.forward ?? Number.NaN;
    return legFigures(leg, last, forward, now);
  });
  const total = totalOf(figures);
  const { columns } = detail;
  return (
    <div className={css.scroll} data-stale={isStale || isOld || undefined}>
      <table className={css.table} aria-label={detail.legs} data-testid="straddle-legs">
        <thead>
          <tr>
            <th scope="col">{columns.leg}</th>
            <th scope="col">{columns.last}</th>
            <th scope="col">{columns.iv}</th>
            <th scope="col">{columns.delta}</th>
            <th scope="col">{columns.theta}</th>
          </tr>
        </thead>
        <tbody>
          {legs.map(({ contract, action, ratio }, i) => (
            <tr key={contract.tradingsymbol}>
              <th scope="row">
                {names.sides[action]}
                {ratio === 1 ? "" : ratio} {contractText(contract, strikeStep)}{" "}
                {contract.expiry === null ? "" : formatExpiry(contract.expiry)}
              </th>
              <td>{formatFixed(figures[i]!.last, 2)}</td>
              <td>{formatIv(figures[i]!.iv)}</td>
              <td>{formatSigned(figures[i]!.delta, 3)}</td>
              <td>{formatSigned(figures[i]!.theta, 2)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{detail.total}</th>
            <td />
            <td />
            <td>{formatSigned(legs.length === 0 ? Number.NaN : total.delta, 3)}</td>
            <td>{formatSigned(legs.length === 0 ? Number.NaN : total.theta, 2)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
