import { formatDate } from "#domain/format/date.ts";
import { marketStockEvents } from "#protocol/generated/http/events.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { EVENTS_ANSWER, EventList } from "./EventList.tsx";
import css from "./Events.module.css";
import { eventTitle } from "./shown-events.ts";
import { TEXTS } from "./texts.ts";

/** Results, dividends, bonuses and splits of a share. */
export function StockEvents({ symbol }: { readonly symbol: string }) {
  const { data, error, isFetching, refetch } = useAnswer(marketStockEvents, {}, EVENTS_ANSWER);
  return (
    <EventList
      payload={data?.payload}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      onlyIf={(event) => event.trading_symbol === symbol}
      none={TEXTS.noStock(symbol)}
      render={(event) => (
        <div className={css.stock}>
          <span className={css.title}>{eventTitle(event)}</span>
          <span className={css.when}>{formatDate(event.date)}</span>
          <span className={css.about}>{event.description}</span>
        </div>
      )}
    />
  );
}
