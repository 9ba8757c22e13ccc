import { useSnapshot } from "valtio";
import { ANALYSE, entryState, type NavEntry, type NavGroup, TRADE } from "#domain/access/navigation.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { isThere, targetOf } from "../../shared/nav-target.ts";
import css from "./Tools.module.css";
import { TEXTS } from "./texts.ts";

function stateText(entry: NavEntry, state: ReturnType<typeof entryState>): string {
  if (!isThere(entry)) return TEXTS.toolStates.notYet;
  return state === "open" || state === "absent" ? "" : TEXTS.toolStates[state];
}

function Tool({ entry, state }: { readonly entry: NavEntry; readonly state: ReturnType<typeof entryState> }) {
  const text = stateText(entry, state);
  return (
    <li>
      <PageLink to={targetOf(entry)} className={css.tool} data-quiet={text === "" ? undefined : ""}>
        <span className={css.name}>
          {entry.label}
          {entry.tag ? <span className={css.tag}>{entry.tag}</span> : null}
        </span>
        <span className={css.tagline}>{entry.tagline}</span>
        {text === "" ? null : <span className={css.state}>{text}</span>}
      </PageLink>
    </li>
  );
}

/** Every tool in its group: what it is for, and whether it is there for this visitor. */
export function Tools({ groups = [...ANALYSE, ...TRADE] }: { readonly groups?: readonly NavGroup[] }) {
  const subject = subjectOf(useSnapshot(session) as SessionState);
  return (
    <div className={css.groups} data-testid="tools">
      {groups.map(({ title, entries }) => {
        const shown = entries
          .map((entry) => ({ entry, state: entryState(entry, subject) }))
          .filter(({ state }) => state !== "absent");
        return (
          <section key={title} aria-label={title}>
            <h3 className={css.title}>{title}</h3>
            <ul className={css.list}>
              {shown.map(({ entry, state }) => (
                <Tool key={entry.label} entry={entry} state={state} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
