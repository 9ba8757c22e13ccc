import type { ReactNode } from "react";
import css from "./Article.module.css";

interface Props {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A page that is read: one column of a comfortable width. */
export function Article({ title, lead, children }: Props) {
  return (
    <main className={css.article}>
      <h1>{title}</h1>
      {lead ? <p className={css.lead}>{lead}</p> : null}
      {children}
    </main>
  );
}
