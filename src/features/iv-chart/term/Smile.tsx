import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatIv, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import eventCss from "../events/Events.module.css";
import { TEXTS } from "../texts.ts";
import css from "./Smile.module.css";
import { type SmileRow, smilePicture, smileRows, type Smile as Told } from "./smile-picture.ts";

const { term, figures, origin } = TEXTS;
const { smile: texts } = term;

/** Strikes of the chart, and of the table. */
const DRAWN = 61;
const LISTED = 11;

const strikeText = (strike: number): string => formatFixed(strike, Number.isInteger(strike) ? 0 : 2);
const ivText = (iv: number | null): string => formatIv(iv, 2);

function changeText({ now, close }: SmileRow): string {
  const text = now === null || close === null ? UNKNOWN : formatSigned((now - close) * 100, 2);
  return text === UNKNOWN ? text : figures.points(text);
}

const Key = ({ className, name }: { readonly className: string | undefined; readonly name: string }) => (
  <span className={css.key}>
    <svg viewBox="0 0 22 8" aria-hidden="true">
      <path className={className} d="M0 4H22" />
    </svg>
    {name}
  </span>
);

interface Props {
  readonly symbol: string;
  readonly told: Told;
  /** the close that it is laid beside; null none is chosen */
  readonly date: string | null;
}

/** IV by strike of an expiry now, beside what it was at a close whose options are kept (rule IV-10). */
export function Smile({ symbol, told, date }: Props) {
  const rows = smileRows(told, DRAWN);
  const picture = smilePicture(rows, told.forward);
  const listed = smileRows(told, LISTED);
  const expiry = formatExpiry(told.expiry);
  const closeName = date === null ? UNKNOWN : term.close(formatExpiry(date));
  const why = date === null ? texts.noClose : told.close === null ? texts.notKept : null;
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <section className={css.smile} aria-label={texts.name(symbol, expiry)} data-testid="iv-smile">
      <figure className={css.figure}>
        <figcaption className={css.head}>
          <h2>{texts.caption(expiry)}</h2>
          <Key className={css.now} name={term.now} />
          {why === null ? <Key className={css.close} name={closeName} /> : null}
          {told.forward === null ? null : (
            <span>
              {[
                texts.forward(formatFixed(told.forward, 2)),
                ...(told.close_forward === null
                  ? []
                  : [texts.closeForward(formatFixed(told.close_forward, 2))]),
              ].join(", ")}
            </span>
          )}
        </figcaption>
        {picture === null || first === undefined || last === undefined ? (
          <p className={css.empty}>{texts.nothing}</p>
        ) : (
          <div className={css.plot} aria-hidden="true">
            <div className={css.up}>
              <span>{formatIv(picture.greatest, 1)}</span>
              <span>{formatIv((picture.greatest + picture.least) / 2, 1)}</span>
              <span>{formatIv(picture.least, 1)}</span>
            </div>
            <svg className={css.box} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              {picture.forward === null ? null : (
                <path className={css.money} d={`M${picture.forward} 0V100`} />
              )}
              <path className={css.close} d={picture.close} />
              <path className={css.now} d={picture.now} />
            </svg>
            <div className={css.across}>
              <span>{strikeText(first.strike)}</span>
              <span>{strikeText(last.strike)}</span>
            </div>
          </div>
        )}
        <p className={eventCss.quiet} data-testid="iv-smile-origin">
          {why ?? `${closeName}: ${told.close_origin === null ? UNKNOWN : origin.of[told.close_origin]}`}
        </p>
      </figure>
      <div className={eventCss.scroll}>
        <table className={eventCss.results} data-testid="iv-smile-table">
          <caption>{texts.nearest(listed.length)}</caption>
          <thead>
            <tr>
              {[texts.strike, term.now, closeName, term.change].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((row) => (
              <tr key={row.strike}>
                <th scope="row">{strikeText(row.strike)}</th>
                <td>{ivText(row.now)}</td>
                <td>{ivText(row.close)}</td>
                <td>{changeText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
