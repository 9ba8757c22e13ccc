import { formatIv, formatSigned, formatSignedPct, UNKNOWN } from "#domain/format/number.ts";
import { dayText } from "../by-day/iv-lines.ts";
import type { IvPicture } from "../by-day/iv-picture.ts";
import { TEXTS } from "../texts.ts";
import css from "./Events.module.css";
import { resultsRows } from "./iv-events.ts";
import type { IvEvents } from "./use-iv-events.ts";

const { events: texts, results } = TEXTS;

function change(before: number | null, after: number | null): string {
  const text = before === null || after === null ? UNKNOWN : formatSigned((after - before) * 100, 2);
  return text === UNKNOWN ? text : TEXTS.figures.points(text);
}

/** The flags of the chart as a list, and what volatility did over results (rules IV-7, IV-8). */
export function Events({ events, picture }: { readonly events: IvEvents; readonly picture: IvPicture }) {
  const { shown, isSample, isLoading, failure } = events;
  const rows = resultsRows(picture, shown);
  return (
    <div className={css.below}>
      <section aria-labelledby="iv-events-name">
        <h2 id="iv-events-name" className={css.name}>
          {texts.name}
        </h2>
        {failure === null ? null : <p className={css.quiet}>{texts.failed(failure)}</p>}
        {isSample ? <p className={css.quiet}>{texts.sample}</p> : null}
        {shown.length === 0 ? (
          <p className={css.quiet}>{isLoading || failure !== null ? "" : texts.none}</p>
        ) : (
          <ul className={css.list} data-testid="iv-events">
            {shown.toReversed().map(({ id, date, kind, title }) => (
              <li key={id}>
                <span className={css.when}>{dayText(date)}</span>
                <span className={css.kind}>{texts.kinds[kind]}</span>
                <span className={css.title}>{title}</span>
              </li>
            ))}
          </ul>
        )}
        <p className={css.quiet}>{texts.known}</p>
      </section>
      {rows.length === 0 ? null : (
        <div className={css.scroll}>
          <table className={css.results} data-testid="iv-results">
            <caption>{results.name}</caption>
            <thead>
              <tr>
                {[results.date, results.before, results.after, results.change, results.move].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ date, ivBefore, ivAfter, move }) => (
                <tr key={date}>
                  <th scope="row">{dayText(date)}</th>
                  <td>{formatIv(ivBefore, 2)}</td>
                  <td>{formatIv(ivAfter, 2)}</td>
                  <td>{change(ivBefore, ivAfter)}</td>
                  <td>{formatSignedPct(move)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
