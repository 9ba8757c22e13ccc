import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { formatFixed, formatRupees } from "#domain/format/number.ts";
import { pnlThen } from "#domain/strategy/kept/then.ts";
import { useAnalyzer, useAnalyzerFact, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { spotDecimals } from "../../../strategy/summary/figures.ts";
import { loadAsShared } from "../opening/open-kept.ts";
import css from "./Kept.module.css";
import { type OpenedLink, useKeeping } from "./keeping.ts";
import { hasMoment, isAtMoment, momentAction } from "./moment-prices.ts";
import { Result } from "./Result.tsx";
import { TEXTS } from "./texts.ts";

/** What the moment had that is not put in place of the live market's, and what stays the live market's. */
function Then({ link: { strategy } }: { readonly link: OpenedLink }) {
  const { moments } = TEXTS.link;
  const tick = useAnalyzerFact(({ underlying }) => underlying?.spotTickSize);
  if (tick === undefined) return null;
  return (
    <p className={css.then} data-testid="then-figures">
      <span>
        {moments.spot(strategy.underlying)} <b>{formatFixed(strategy.spot, spotDecimals(tick))}</b>
      </span>
      <span>
        {moments.pnl} <b>{formatRupees(pnlThen(strategy), 0)}</b>
      </span>
      <span>{moments.live}</span>
    </p>
  );
}

/** Whose strategy it is, and at which prices it is looked at. */
function LinkStrip({ link }: { readonly link: OpenedLink }) {
  const analyzer = useAnalyzer();
  const keeping = useKeeping();
  const { instance } = useAnalyzerState();
  if (instance === null || instance.legs.length === 0) return null;
  const isThen = isAtMoment(instance, link.strategy);
  const choose = (isAt: boolean) => {
    const now = analyzer.instance();
    if (now !== null && isAt !== isThen) analyzer.dispatch(momentAction(now, link.strategy, isAt));
  };
  const { link: texts } = TEXTS;
  return (
    <section className={css.strip} data-testid="link-strip">
      <strong>{texts.shared(formatDateTime(link.strategy.keptAt))}</strong>
      {hasMoment(link.strategy) ? (
        <span className={css.switch}>
          {texts.prices}
          <span className={css.choice} role="group" aria-label={texts.prices}>
            <button
              type="button"
              aria-pressed={!isThen}
              title={texts.liveTitle}
              onClick={() => choose(false)}
              data-testid="prices-live"
            >
              {texts.live}
            </button>
            <button
              type="button"
              aria-pressed={isThen}
              title={texts.momentTitle}
              onClick={() => choose(true)}
              data-testid="prices-then"
            >
              {texts.moment}
            </button>
          </span>
        </span>
      ) : null}
      <Button size="small" variant="quiet" onClick={() => loadAsShared(link, analyzer, keeping)}>
        {texts.reset}
      </Button>
      {isThen ? <Then link={link} /> : null}
    </section>
  );
}

export function Kept() {
  const { link, notes } = useSnapshot(useKeeping());
  const isOfShare = useAnalyzerFact(({ underlying }) => underlying?.kind === "stock");
  const { notes: texts } = TEXTS;
  return (
    <>
      {link === null ? null : <LinkStrip link={link as OpenedLink} />}
      {notes.length === 0 ? null : (
        <ul className={css.notes} aria-label={texts.name} data-testid="leg-notes">
          {notes.map((note) => (
            <li key={`${note.tradingsymbol} ${note.kind}`}>{texts.note(note, isOfShare)}</li>
          ))}
        </ul>
      )}
      <Result />
    </>
  );
}
