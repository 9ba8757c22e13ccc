import { Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { formatDate } from "#domain/format/date.ts";
import { formatRupees, UNKNOWN } from "#domain/format/number.ts";
import type { KeptSummary } from "#protocol/http/kept-strategies.ts";
import { streamOf, useStream } from "../../../../live/streams.ts";
import { useListed } from "../../../../live/use-listed.ts";
import { openLegs, pnlNow, tokensOf } from "./pnl-now.ts";
import { RenameField } from "./RenameField.tsx";
import css from "./Saved.module.css";
import { TEXTS } from "./texts.ts";

interface PnlProps {
  readonly strategy: KeptSummary;
  readonly today: string;
}

/** Its figure, written; a row is drawn again when what is written changes. */
function Pnl({ strategy, today }: PnlProps) {
  const listed = useListed(strategy.underlying);
  const open = useMemo(() => openLegs(strategy, today, listed), [strategy, today, listed]);
  const stream = useMemo(
    () => streamOf({ kind: "quotes", tokens: [...tokensOf(open)], mode: "ltp" }),
    [open],
  );
  const text = useStream(stream, ({ data }) => {
    const prices = new Map((data ?? []).map(({ token, lastPrice }) => [token, lastPrice]));
    const pnl = pnlNow(strategy, today, open, (token) => prices.get(token) ?? Number.NaN);
    return Number.isNaN(pnl) ? UNKNOWN : formatRupees(pnl, 0);
  });
  const tone = text === UNKNOWN || /^[^1-9]*$/.test(text) ? undefined : /^[-−]/.test(text) ? "down" : "up";
  return (
    <span className={css.pnl} data-tone={tone} title={TEXTS.pnlTitle} data-testid="saved-pnl">
      {text}
    </span>
  );
}

export interface RowActions {
  readonly open: (strategy: KeptSummary) => void;
  /** @returns why it cannot be called so; null when it is */
  readonly rename: (strategy: KeptSummary, name: string) => Promise<string | null>;
  readonly remove: (strategy: KeptSummary) => void;
}

interface Props extends PnlProps {
  readonly isOpen: boolean;
  readonly actions: RowActions;
}

function about({ underlying, leg_count: legs, last_expiry: last }: KeptSummary): string {
  return [underlying, TEXTS.legs(legs), ...(last === null ? [] : [formatDate(last)])].join(" · ");
}

export function SavedRow({ strategy, today, isOpen, actions }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  const { name, last_expiry: last } = strategy;
  const isOver = last !== null && last < today;
  return (
    <div className={css.row} data-testid="saved-strategy" data-id={strategy.id}>
      {isRenaming ? (
        <RenameField
          name={name}
          onRename={(next) => actions.rename(strategy, next)}
          onEnd={() => setRenaming(false)}
        />
      ) : (
        <button
          type="button"
          className={css.open}
          aria-label={TEXTS.open(name)}
          aria-current={isOpen}
          onClick={() => actions.open(strategy)}
          data-testid="saved-open"
        >
          <span className={css.name}>
            {name}
            {isOpen ? <span className={css.tag}>{TEXTS.isOpen}</span> : null}
            {isOver ? (
              <span className={css.tag} data-is="expired">
                {TEXTS.expired}
              </span>
            ) : null}
          </span>
          <Pnl strategy={strategy} today={today} />
          <span className={css.about}>{about(strategy)}</span>
          <span className={css.caption}>{TEXTS.pnl}</span>
        </button>
      )}
      <button
        type="button"
        className={css.icon}
        aria-label={TEXTS.rename(name)}
        title={TEXTS.rename(name)}
        onClick={() => setRenaming(!isRenaming)}
        data-testid="saved-rename"
      >
        <Pencil size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={css.icon}
        aria-label={TEXTS.remove(name)}
        title={TEXTS.remove(name)}
        onClick={() => actions.remove(strategy)}
        data-testid="saved-delete"
      >
        <Trash2 size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}
