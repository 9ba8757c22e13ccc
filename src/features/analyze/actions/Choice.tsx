import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { UnderlyingKind } from "#domain/instruments/types.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import type { RowPrices } from "#workers/painter/api.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { strikeText } from "../../../strategy/fields/leg-names.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { TEXTS } from "../texts.ts";
import css from "./Choice.module.css";

interface Props {
  readonly prices: RowPrices;
  readonly expiry: string;
  readonly kind: UnderlyingKind;
  readonly onDeal: (option: OptionType, action: TradeAction) => void;
  readonly onClose: () => void;
}

const ACTIONS: readonly TradeAction[] = ["BUY", "SELL"];

/** Both contracts of a strike, bought or sold: for a finger that was held, and for keys on the strike. */
export function Choice({ prices, expiry, kind, onDeal, onClose }: Props) {
  const options = [
    ["CE", prices.call],
    ["PE", prices.put],
  ] as const satisfies readonly (readonly [OptionType, number])[];
  return (
    <Dialog
      title={TEXTS.choice(strikeText(prices.strike), formatExpiry(expiry))}
      size="auto"
      isOpen
      onClose={onClose}
    >
      {options.map(([option, price]) => (
        <div key={option} className={css.line} data-testid="trade-choice">
          <span className={css.option}>{option}</span>
          <span className={css.price}>{formatFixed(price, priceDecimals(kind))}</span>
          {ACTIONS.map((action) => (
            <button
              key={action}
              type="button"
              className={css.trade}
              data-side={action}
              aria-label={TEXTS.press(action, option)}
              onClick={() => onDeal(option, action)}
            >
              {TEXTS.actions[action]}
            </button>
          ))}
        </div>
      ))}
    </Dialog>
  );
}
