import { formatDate } from "#domain/format/date.ts";
import { formatFlexible } from "#domain/format/number.ts";
import { isThere } from "../../shared/nav-target.ts";
import css from "./CommandPalette.module.css";
import type { Line } from "./groups.ts";
import { TEXTS } from "./texts.ts";
import { UnderlyingFigures } from "./UnderlyingFigures.tsx";

const { hints: HINTS } = TEXTS;
const PAGE_HINT = { open: "", login: HINTS.login, plan: HINTS.plan, disabled: "", absent: "" } as const;

function Words({ label, tagline, hint }: { label: string; tagline: string; hint: string }) {
  return (
    <div className={css.item}>
      <span className={css.label}>
        <span className={css.symbol}>{label}</span>
        <span className={css.name}>{tagline}</span>
      </span>
      <span className={css.hint}>{hint}</span>
    </div>
  );
}

/** A line of the palette, whatever it leads to. */
export function PaletteLine({ line }: { readonly line: Line }) {
  if (line.kind === "page") {
    const { entry, state } = line.hit;
    return (
      <Words
        label={entry.label}
        tagline={entry.tagline}
        hint={isThere(entry) ? PAGE_HINT[state] : HINTS.notYet}
      />
    );
  }
  if (line.kind === "action") return <Words label={line.action.label} tagline="" hint={HINTS.action} />;
  if (line.kind === "contract") {
    const { underlying, expiry, strike, kind, lotSize } = line.contract;
    const of = kind === "FUT" ? "" : `${formatFlexible(strike)} `;
    return (
      <Words
        label={`${underlying} ${of}${TEXTS.contracts[kind]}`}
        tagline={formatDate(expiry)}
        hint={HINTS.lot(lotSize)}
      />
    );
  }
  const { underlying } = line;
  return (
    <div className={css.item}>
      <span className={css.label}>
        <span className={css.symbol}>{underlying.symbol}</span>
        <span className={css.name}>{underlying.name}</span>
        <span className={css.exchange}>{underlying.derivativeExchange}</span>
      </span>
      <UnderlyingFigures underlying={underlying} />
    </div>
  );
}
