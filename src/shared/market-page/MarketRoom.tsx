import { type ReactNode, Suspense } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { useUnderlying } from "../../live/use-underlyings.ts";
import { LazyMarketRefused } from "../market-refused/LazyMarketRefused.tsx";
import css from "./MarketPage.module.css";
import { OtherUnderlying } from "./OtherUnderlying.tsx";
import { TEXTS } from "./texts.ts";
import type { MarketStanding } from "./use-market.ts";

interface Props {
  /** the underlying whose figures are shown, as it was found */
  readonly found: ReturnType<typeof useUnderlying>;
  readonly feed: MarketStanding["feed"];
  /** CSS pixels of what is shown, kept free until it is there */
  readonly height: number;
  /** @returns what is shown of it; null while that is not known yet */
  readonly children: (underlying: UnderlyingSummary) => ReactNode | null;
}

/** What a page shows of an underlying; in its place its room while it comes, or why it cannot be shown. */
export function MarketRoom({ found, feed, height, children }: Props) {
  if (found?.ok === false) {
    return (
      <div className={css.notice} role="alert">
        <h2>{TEXTS.failed}</h2>
        <p>{found.message}</p>
        <p>
          <OtherUnderlying />
        </p>
      </div>
    );
  }
  if (feed === "refused") {
    return (
      <div className={css.notice}>
        <LazyMarketRefused />
      </div>
    );
  }
  const room = <div style={{ minHeight: height }} aria-hidden="true" />;
  const shown = found === null || found === undefined ? null : children(found.value);
  return <Suspense fallback={room}>{shown ?? room}</Suspense>;
}
