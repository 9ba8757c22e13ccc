import type { ReactNode } from "react";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { Button } from "../../components/button/Button.tsx";
import css from "./ChartNotice.module.css";
import { TEXTS } from "./texts.ts";

/** In the chart's place until its figures are there: bones of the shape that comes. */
export function Bones({ shape }: { readonly shape: "bars" | "lines" }) {
  return (
    <div className={css.bones} data-shape={shape} role="status" data-testid="oi-bones">
      <span className="visually-hidden">{TEXTS.loading}</span>
      {shape === "lines" ? (
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 30 L12 26 L24 28 L38 20 L52 22 L66 14 L82 17 L100 9" />
          <path d="M0 22 L16 25 L30 18 L46 26 L60 24 L78 29 L100 25" />
        </svg>
      ) : (
        <span className={css.bars} aria-hidden="true">
          {BAR_HEIGHTS.map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones stay where they are
            <i key={at} style={{ height: `${height}%` }} />
          ))}
        </span>
      )}
    </div>
  );
}

/** As open interest often lies: much of it a little away from the money. */
const BAR_HEIGHTS = Array.from({ length: 41 }, (_, at) => {
  const away = Math.abs(at - 20);
  return 12 + 60 * Math.exp(-(((away - 7) / 5) ** 2)) + (at % 5 === 0 ? 14 : 0);
});

/** In place of figures: what is the matter, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={css.empty} role="status" data-testid="oi-empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

/** There is nothing of the session: since when there is a record, where there is one. */
export function NothingKnown({ sessions }: { readonly sessions: readonly ChartSession[] }) {
  const { empty } = TEXTS;
  const begun = sessions.find(({ recorded_since }) => recorded_since !== null);
  const since = begun?.recorded_since;
  return (
    <Empty title={empty.nothing}>
      {since === undefined || since === null
        ? empty.none
        : empty.since(formatClock(since), formatExpiry(begun!.date))}
    </Empty>
  );
}

/** Nothing could be had, and there is nothing from before. */
export function Failed({ failure, retry }: { readonly failure: string; readonly retry: () => void }) {
  return (
    <div className={css.empty} role="alert" data-testid="oi-failed">
      <h2>{TEXTS.failedAtFirst}</h2>
      <p>{failure}</p>
      <Button size="small" onClick={retry}>
        {TEXTS.retry}
      </Button>
    </div>
  );
}
