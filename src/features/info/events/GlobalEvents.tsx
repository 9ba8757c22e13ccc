import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { plainPath } from "#domain/access/pages/plain-path.ts";
import { marketGlobalEvents } from "#protocol/generated/http/events.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { LinkIfBuilt } from "../LinkIfBuilt.tsx";
import { EVENTS_ANSWER, EventList } from "./EventList.tsx";
import css from "./Events.module.css";
import { GlobalCard } from "./GlobalCard.tsx";
import { TEXTS } from "./texts.ts";

/** What economies publish, and central banks decide. */
export function GlobalEvents() {
  const { data, error, isFetching, refetch } = useAnswer(marketGlobalEvents, {}, EVENTS_ANSWER);
  return (
    <>
      <EventList
        payload={data?.payload}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        none={TEXTS.noGlobal}
        render={(event) => <GlobalCard event={event} />}
      />
      <div className={css.all}>
        <LinkIfBuilt
          page="calendar"
          to={`${plainPath(PAGE_PATHS.calendar)}/economic-calendar`}
          label={TEXTS.all}
          testId="all-events"
        >
          {TEXTS.all}
        </LinkIfBuilt>
      </div>
    </>
  );
}
