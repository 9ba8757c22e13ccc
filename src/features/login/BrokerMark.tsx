import type { BrokerConfig } from "#domain/access/brokers.ts";
import css from "./BrokerMark.module.css";
import { TEXTS } from "./texts.ts";

/** A broker's initial in a tile: their logos are theirs, and not ours to draw. */
export function BrokerMark({ broker }: { readonly broker: BrokerConfig | null }) {
  if (broker === null || broker.slug === null) {
    return <span className={css.unsupported}>{TEXTS.unsupported}</span>;
  }
  return (
    <span className={css.mark} aria-hidden="true">
      {broker.displayName.charAt(0)}
    </span>
  );
}
