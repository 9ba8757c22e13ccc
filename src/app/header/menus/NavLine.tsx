import { Lock } from "lucide-react";
import type { EntryState, NavEntry } from "#domain/access/navigation.ts";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { isThere, targetOf } from "../../../shared/nav-target.ts";
import css from "./NavMenu.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly entry: NavEntry;
  readonly state: EntryState;
  readonly onGo: () => void;
}

const WHY: Readonly<Partial<Record<EntryState, string>>> = TEXTS.why;

/** One entry: its name, what marks it, and what it is for. What cannot be opened now is grey, and says why. */
export function NavLine({ entry, state, onGo }: Props) {
  const why = WHY[state];
  const body = (
    <>
      <span className={css.name}>
        {entry.label}
        {entry.tag ? <span className={css.tag}>{entry.tag}</span> : null}
        {isThere(entry) ? null : <span className={css.later}>{TEXTS.notYet}</span>}
        {why ? (
          <span className={css.why} title={why}>
            <Lock size={12} strokeWidth={1.5} aria-hidden="true" />
            <span className="visually-hidden">{why}</span>
          </span>
        ) : null}
      </span>
      <span className={css.tagline}>{entry.tagline}</span>
    </>
  );
  return (
    <li data-state={state} className={css.line}>
      {state === "disabled" ? (
        <span className={css.link} aria-disabled="true">
          {body}
        </span>
      ) : (
        <PageLink to={targetOf(entry)} className={css.link} onClick={onGo}>
          {body}
        </PageLink>
      )}
    </li>
  );
}
