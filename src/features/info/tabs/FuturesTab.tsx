import { useMemo } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { Tip } from "../../../components/tooltip/Tip.tsx";
import { streamOf, useStream } from "../../../live/streams.ts";
import { AboutButton } from "../AboutButton.tsx";
import { type FuturePrices, type FutureRow, futureRows } from "../future-rows.ts";
import { isMcx, useInfo } from "../info-view.ts";
import css from "./FuturesTab.module.css";
import { TEXTS } from "./texts.ts";

/** Last prices of futures, live for as long as the tab is looked at. */
function useFuturePrices(futures: readonly LegContract[]): FuturePrices {
  const stream = useMemo(
    () => streamOf({ kind: "quotes", tokens: futures.map(({ token }) => token), mode: "ltp" }),
    [futures],
  );
  const { data } = useStream(stream, (state) => state);
  return useMemo(() => new Map((data ?? []).map(({ token, lastPrice }) => [token, lastPrice])), [data]);
}

function Future({ row }: { readonly row: FutureRow }) {
  const { today, decimals } = useInfo();
  const { expiry, daysToExpiry, isWeekly, isSynthetic, futurePrice } = row;
  return (
    <li className={css.future} data-synthetic={isSynthetic ? "" : undefined} data-testid="info-future-row">
      <span className={css.when}>
        <span className={css.expiry}>{formatExpiry(expiry, today ?? undefined)}</span>
        {Number.isNaN(daysToExpiry) ? null : (
          <span className={css.days}>
            <span aria-hidden="true">{TEXTS.days(daysToExpiry)}</span>
            <span className="visually-hidden">{TEXTS.spokenDays(daysToExpiry)}</span>
          </span>
        )}
        {isWeekly ? (
          <span className={css.weekly}>
            <span aria-hidden="true">{TEXTS.weekly}</span>
            <span className="visually-hidden">{TEXTS.spokenWeekly}</span>
          </span>
        ) : null}
      </span>
      <span className={css.price}>{formatFixed(futurePrice, decimals)}</span>
      {isSynthetic ? <span className={css.kind}>{TEXTS.synthetic}</span> : null}
    </li>
  );
}

function Listed({ futures }: { readonly futures: readonly LegContract[] }) {
  const view = useInfo();
  const prices = useFuturePrices(futures);
  const rows = futureRows(view, futures, prices);
  const hasSynthetic = rows.some(({ isSynthetic }) => isSynthetic);
  return (
    <>
      <div className={css.head}>
        <h4 className={css.title}>{hasSynthetic ? TEXTS.withSynthetic : TEXTS.futures}</h4>
        {hasSynthetic ? (
          <Tip text={TEXTS.syntheticTip}>
            <AboutButton aria-label={TEXTS.aboutSynthetic} data-testid="info-synthetic" />
          </Tip>
        ) : null}
      </div>
      {rows.length === 0 ? <p className={css.none}>{TEXTS.noFutures}</p> : null}
      <ul className={css.grid} data-testid="info-futures">
        {rows.map((row) => (
          <Future key={row.expiry} row={row} />
        ))}
      </ul>
      {isMcx(view.underlying) ? <p className={css.none}>{TEXTS.mcx}</p> : null}
    </>
  );
}

/** Every future, three in a row (rules INFO-7 and INFO-8). */
export function FuturesTab() {
  const { futures } = useInfo();
  return futures === null ? <p className={css.none}>{TEXTS.listing}</p> : <Listed futures={futures} />;
}
