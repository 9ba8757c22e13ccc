import { useLayoutEffect } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed, formatSigned } from "#domain/format/number.ts";
import { FloatingWindow } from "../../components/floating/FloatingWindow.tsx";
import type { Dock } from "../../components/floating/geometry.ts";
import { useAskedAgain } from "../../components/floating/use-asked-again.ts";
import { movedWindow } from "../../components/floating/window-state.ts";
import { changeWindows, windows } from "../../components/floating/windows.ts";
import { DelayBadge } from "../../shared/delay/DelayBadge.tsx";
import { useDelay } from "../../shared/delay/use-delay.ts";
import { closeLadder, type LadderContract } from "../../shared/instrument-windows.ts";
import { Book } from "./Book.tsx";
import css from "./Ladder.module.css";
import { factsOf, type KnownQuote, spreadText } from "./ladder-lines.ts";
import { TEXTS } from "./texts.ts";
import { useBook } from "./use-book.ts";

/** Where the first of each slot opens; where one is put by hand is remembered. */
const DOCKS: readonly Dock[] = ["bottomRight", "bottomLeft", "bottomCenter", "bottomRight"];
const SIZE = { width: 450, height: 392 };
/** px that the last of them stands higher and further left than the first, whose dock it has. */
const ASIDE = 48;
/** Escape puts it away for good: it is opened anew by one press. */
const CLOSES = { cannotMinimize: true } as const;

export const idOf = (slot: number): string => `ladder-${slot}`;

const titleOf = ({ symbol, strike, option, expiry }: LadderContract): string =>
  TEXTS.title(symbol, formatFixed(strike, decimalsOfTick(strike)), option, formatExpiry(expiry));

interface PriceProps {
  readonly quote: KnownQuote | null;
  readonly decimals: number;
  /** It is paler, as old figures are. */
  readonly isOld: boolean;
}

function Price({ quote, decimals, isOld }: PriceProps) {
  const last = quote !== null && quote.lastPrice > 0 ? quote.lastPrice : Number.NaN;
  const close = quote !== null && quote.previousClose > 0 ? quote.previousClose : Number.NaN;
  const change = last - close;
  const tone = change > 0 ? "up" : change < 0 ? "down" : undefined;
  return (
    <span className={css.note} data-stale={isOld ? "" : undefined} data-testid="ladder-price">
      <b>{formatFixed(last, decimals)}</b>{" "}
      {Number.isNaN(change) ? null : (
        <>
          <span data-tone={tone}>{formatSigned(change, decimals)}</span>{" "}
          <span data-tone={tone}>{TEXTS.percent(formatSigned((change / close) * 100, 2))}</span>
        </>
      )}
    </span>
  );
}

interface Props {
  readonly contract: LadderContract;
  readonly slot: number;
  /** Another number when it was asked for again. */
  readonly asked: number;
}

/** Until it is put elsewhere by hand, the last one leaves the first in sight. */
function useOwnPlace(id: string, slot: number): void {
  useLayoutEffect(() => {
    if (slot !== DOCKS.length - 1 || windows.state.places[id] !== undefined) return;
    changeWindows((now) => movedWindow(now, id, { dx: -ASIDE, dy: -ASIDE }));
  }, [id, slot]);
}

/** The book of one option in a window: five levels a side, and what the day was (rules CHAIN-65 to CHAIN-67). */
export function Ladder({ contract, slot, asked }: Props) {
  const { quote, standing, now, decimals } = useBook(contract);
  const isOld = standing?.isOld === true;
  const isLate = useDelay();
  const id = idOf(slot);
  const title = titleOf(contract);
  useAskedAgain(id, asked);
  useOwnPlace(id, slot);
  return (
    <FloatingWindow
      id={id}
      title={title}
      note={<Price quote={quote} decimals={decimals} isOld={isOld} />}
      dock={DOCKS[slot] ?? "bottomRight"}
      size={SIZE}
      restrictions={CLOSES}
      onClose={() => closeLadder(contract)}
    >
      <div className={css.ladder} data-stale={isOld ? "" : undefined} data-testid="ladder">
        <div className={css.standing}>
          {isLate ? <DelayBadge /> : null}
          <span role="status" className={isOld ? css.old : ""}>
            {standing?.text}
          </span>
        </div>
        <Book contract={title} quote={quote} decimals={decimals} />
        <p className={css.spread} data-testid="ladder-spread">
          <span>{TEXTS.spread.name}</span>
          <span>{spreadText(quote, decimals)}</span>
        </p>
        <dl className={css.facts}>
          {factsOf(quote, now, decimals).map(([label, figure]) => (
            <div key={label} className={css.fact}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </FloatingWindow>
  );
}
