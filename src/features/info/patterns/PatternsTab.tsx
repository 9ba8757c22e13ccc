import { useState } from "react";
import { candles } from "#protocol/generated/http/calls/candles/candles.ts";
import { accessRefusalOf } from "../../../api/access-refusal.ts";
import { textOf } from "../../../api/api-failure.ts";
import { Button } from "../../../components/button/Button.tsx";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { AboutButton } from "../AboutButton.tsx";
import { useInfo } from "../info-view.ts";
import { OnRecord } from "./OnRecord.tsx";
import { PatternDrawer, type Shown } from "./PatternDrawer.tsx";
import css from "./Patterns.module.css";
import { SignalRow } from "./SignalRow.tsx";
import { MOST_SHOWN, signalsOf } from "./signals.ts";
import { TEXTS } from "./texts.ts";

/** A candle ends once an hour; who opens the tab again within a minute is shown what there was. */
const CANDLES_ANSWER = { isAside: true, staleTime: 60_000, refetchInterval: 300_000 } as const;

/** What was found in the candles of the instrument, the latest first (rule INFO-11). */
export function PatternsTab() {
  const { underlying } = useInfo();
  const { symbol } = underlying;
  const [shown, setShown] = useState<Shown | null>(null);
  const { data, error, isFetching, refetch } = useAnswer(candles, { params: { symbol } }, CANDLES_ANSWER);
  const signals = data === undefined ? [] : signalsOf(data);
  const title =
    data === undefined ? TEXTS.heading : signals.length === 0 ? TEXTS.none : TEXTS.detected(signals.length);
  return (
    <>
      <div className={css.head}>
        <h4 className={css.title} data-testid="patterns-title">
          {title}
        </h4>
        <AboutButton
          aria-label={TEXTS.aboutAll}
          aria-haspopup="dialog"
          onClick={() => setShown("all")}
          data-testid="patterns-about"
        />
        {signals.length > MOST_SHOWN ? <span className={css.latest}>{TEXTS.latest(MOST_SHOWN)}</span> : null}
      </div>
      {error !== null && data === undefined ? (
        <div className={css.failed} role="alert" data-testid="patterns-failed">
          <p>{accessRefusalOf(error) === null ? TEXTS.failed(textOf(error)) : textOf(error)}</p>
          {accessRefusalOf(error) === null ? (
            <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
              {TEXTS.retry}
            </Button>
          ) : null}
        </div>
      ) : null}
      {error === null && data === undefined ? <p className={css.text}>{TEXTS.loading}</p> : null}
      {signals.length > 0 ? (
        <ul className={css.signals} data-testid="signals">
          {signals.slice(0, MOST_SHOWN).map((signal) => (
            <SignalRow
              key={`${signal.timeframe} ${signal.date}`}
              symbol={symbol}
              signal={signal}
              onAbout={() => setShown(signal.pattern)}
            />
          ))}
        </ul>
      ) : null}
      {data === undefined ? null : <OnRecord record={data.on_record} />}
      <PatternDrawer shown={shown} onShow={setShown} />
    </>
  );
}
