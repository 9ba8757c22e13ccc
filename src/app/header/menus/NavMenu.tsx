import { type RefObject, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { ANALYSE, entryState, MORE, type NavGroup, TRADE } from "#domain/access/navigation.ts";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { type ShellMenu, shell } from "../../../shared/shell-state.ts";
import { NavLine } from "./NavLine.tsx";
import css from "./NavMenu.module.css";

const GROUPS: Readonly<Record<ShellMenu, readonly NavGroup[]>> = {
  analyse: ANALYSE,
  trade: TRADE,
  more: MORE,
};

interface Props {
  readonly name: ShellMenu;
  /** What opened it, and gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** One menu of the bar: links in groups. Arrows walk them, Escape and a press elsewhere close it. */
export function NavMenu({ name, button }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const subject = subjectOf(useSnapshot(session) as SessionState);

  useEffect(() => {
    const close = (): void => {
      shell.menu = null;
    };
    // A press elsewhere, or the focus gone elsewhere; the button that opened it closes it by itself.
    const onElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && panel.current?.parentElement?.contains(target)) return;
      if (shell.menu === name) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") {
        close();
        button.current?.focus();
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const links = [...(panel.current?.querySelectorAll("a") ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      const isHere = at >= 0 || document.activeElement === button.current;
      if (step === 0 || !isHere || links.length === 0) return;
      event.preventDefault();
      const next = at < 0 && step < 0 ? links.length - 1 : (at + step + links.length) % links.length;
      links[next]?.focus();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, [button, name]);

  return (
    <div ref={panel} className={css.panel} data-name={name} data-testid={`menu-${name}`}>
      {GROUPS[name].map((group) => {
        const entries = group.entries.filter((entry) => entryState(entry, subject) !== "absent");
        if (entries.length === 0) return null;
        return (
          <section key={group.title} className={css.group}>
            <h2 className={css.title}>{group.title}</h2>
            <ul className={css.list}>
              {entries.map((entry) => (
                <NavLine
                  key={entry.label}
                  entry={entry}
                  state={entryState(entry, subject)}
                  onGo={() => {
                    shell.menu = null;
                  }}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
