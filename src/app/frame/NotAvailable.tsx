import { Hourglass } from "lucide-react";
import { PAGE_PATHS, type PageName } from "#domain/access/page-paths.ts";
import { pageText } from "#domain/access/page-texts.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { openPicker } from "../../shared/shell-state.ts";
import css from "./NotAvailable.module.css";
import { TEXTS as FRAME } from "./texts.ts";

const { notAvailable: TEXTS } = FRAME;

/** What works now, for a visitor who came for something else. */
const NOW = [
  { to: PAGE_PATHS["option-chain"], ...TEXTS.pages.chain },
  { to: PAGE_PATHS.home, ...TEXTS.pages.home },
  { to: PAGE_PATHS.analyze, ...TEXTS.pages.analyse },
] as const;

/** The honest page of a feature that is not built: its name, what it will show, when, and what there is instead. */
export function NotAvailable({ name }: { readonly name: PageName }) {
  const { title, description, soon } = pageText(name);
  // Where there are no lines the description must do.
  const shows = soon?.shows ?? [];
  return (
    <main className={css.page} data-testid="not-available">
      <div className={css.about}>
        <p className={css.label}>
          <Hourglass size={14} strokeWidth={1.5} aria-hidden="true" />
          {TEXTS.label}
        </p>
        <h1 className={css.title}>{title}</h1>
        <p className={css.what}>{description}</p>
        {shows.length > 0 ? (
          <>
            <h2 className={css.heading}>{TEXTS.shows}</h2>
            <ul className={css.shows}>
              {shows.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        ) : null}
        <p className={css.when}>{soon?.comesWith ?? TEXTS.beingBuilt}</p>
      </div>
      <section className={css.now} aria-labelledby="works-now">
        <h2 id="works-now" className={css.heading}>
          {TEXTS.now}
        </h2>
        <ul className={css.links}>
          {NOW.map(({ to, label, text }) => (
            <li key={to}>
              <PageLink to={to} className={css.link}>
                <span className={css.name}>{label}</span>
                <span className={css.text}>{text}</span>
              </PageLink>
            </li>
          ))}
        </ul>
        <button type="button" className={`${buttonClass("secondary")} ${css.search}`} onClick={openPicker}>
          {TEXTS.search}
        </button>
      </section>
    </main>
  );
}
