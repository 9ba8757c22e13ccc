import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { formatDate } from "#domain/format/date.ts";
import { UNKNOWN } from "#domain/format/number.ts";
import type { GlobalEvent } from "#protocol/http/events.ts";
import css from "./Events.module.css";
import { flagOf } from "./flags.ts";
import { TEXTS } from "./texts.ts";

/** Marks that say of three how strong it is. */
const STRENGTH: Readonly<Record<GlobalEvent["impact"], string>> = { low: "●○○", medium: "●●○", high: "●●●" };

function Figures({ event }: { readonly event: GlobalEvent }) {
  const { expected, actual, previous } = event;
  const lines = { expected, actual, previous };
  return (
    <dl className={css.figures}>
      {(["expected", "actual", "previous"] as const).map((name) => (
        <div key={name}>
          <dt>{TEXTS[name]}</dt>
          <dd>{lines[name] ?? UNKNOWN}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An event of an economy; pressed, what it means for stocks and what it is. */
export function GlobalCard({ event }: { readonly event: GlobalEvent }) {
  const [isOpen, setOpen] = useState(false);
  const more = useId();
  const { country, title, date, time, impact, impacted_stocks: stocks, description } = event;
  const day = formatDate(date);
  const parts = [
    [TEXTS.onStocks, stocks],
    [TEXTS.about, description],
  ].filter(([, text]) => text !== "");
  return (
    <>
      <div className={css.top}>
        <img className={css.flag} src={flagOf(country)} width={20} height={14} alt="" />
        <span className={css.country}>{country}</span>
        <span className={css.when}>{time === null ? day : TEXTS.time(day, time)}</span>
        <span className={css.impact} data-impact={impact}>
          <span aria-hidden="true">{STRENGTH[impact]} </span>
          {TEXTS.impacts[impact]}
        </span>
      </div>
      <div className={css.body}>
        {parts.length === 0 ? (
          <span className={css.title}>{title}</span>
        ) : (
          <button
            type="button"
            className={css.more}
            aria-expanded={isOpen}
            aria-controls={more}
            onClick={() => setOpen(!isOpen)}
            data-testid="event-more"
          >
            <span className={css.title}>{title}</span>
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        )}
        <Figures event={event} />
      </div>
      <dl id={more} className={css.parts} hidden={!isOpen}>
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
