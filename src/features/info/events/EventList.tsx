import type { ReactNode } from "react";
import { textOf } from "../../../api/api-failure.ts";
import { Button } from "../../../components/button/Button.tsx";
import css from "./Events.module.css";
import { shownEvents } from "./shown-events.ts";
import { TEXTS } from "./texts.ts";

/** Asked anew by every window that looks at events: none shows what another was told. */
export const EVENTS_ANSWER = { isForAll: true, gcTime: 0, staleTime: 0 } as const;

interface Payload<E> {
  readonly date: string;
  readonly is_sample: boolean;
  readonly data: readonly E[];
}

interface Props<E> {
  readonly payload: Payload<E> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly onlyIf?: (event: E) => boolean;
  readonly none: string;
  readonly render: (event: E) => ReactNode;
}

/** A list of events: a failed question leaves none of it, and can be asked again. */
export function EventList<E extends { readonly id: string; readonly date: string }>({
  payload,
  error,
  isFetching,
  onRetry,
  onlyIf = () => true,
  none,
  render,
}: Props<E>) {
  if (error !== null) {
    return (
      <div className={css.failed} role="alert" data-testid="events-failed">
        <p>{TEXTS.failed(textOf(error))}</p>
        <Button size="small" disabled={isFetching} onClick={onRetry}>
          {TEXTS.retry}
        </Button>
      </div>
    );
  }
  if (payload === undefined) return <p className={css.none}>{TEXTS.loading}</p>;
  const events = shownEvents(payload.data.filter(onlyIf), payload.date);
  if (events.length === 0) return <p className={css.none}>{none}</p>;
  return (
    <>
      {payload.is_sample ? (
        <p className={css.samples} data-testid="events-sample">
          <span className={css.sample}>{TEXTS.sample}</span> {TEXTS.sampleText}
        </p>
      ) : null}
      <ul className={css.list} data-testid="events">
        {events.map((event) => (
          <li key={event.id} className={css.card} data-testid="event">
            {render(event)}
          </li>
        ))}
      </ul>
    </>
  );
}
