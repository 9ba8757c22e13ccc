import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import css from "./StatusScreen.module.css";

interface Props {
  readonly icon: LucideIcon;
  /** what colour means here: nothing, something wrong, something done */
  readonly tone?: "plain" | "warn" | "good";
  readonly title: string;
  /** what happened and what to do; more than one line becomes paragraphs */
  readonly children?: ReactNode;
  /** the ways out, the one to take first */
  readonly actions?: ReactNode;
  /** read out at once: for screens that appear in place of what the user was doing */
  readonly isAlert?: boolean;
}

/** A screen that says one thing and offers the way on: gates, login results, empty pages. */
export function StatusScreen({
  icon: Icon,
  tone = "plain",
  title,
  children,
  actions,
  isAlert = false,
}: Props) {
  return (
    <main className={css.screen}>
      <div className={css.content} role={isAlert ? "alert" : undefined}>
        <span className={css.icon} data-tone={tone}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <h1 className={css.title}>{title}</h1>
        <div className={css.text}>{children}</div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
    </main>
  );
}
