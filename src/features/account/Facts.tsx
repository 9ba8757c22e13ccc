import type { ReactNode } from "react";
import css from "./account.module.css";

export type Fact = readonly [name: string, value: ReactNode];

/** Names and what they stand for, one a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
