import { type CSSProperties, memo, type Ref } from "react";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { strikeText } from "../../../strategy/fields/leg-names.ts";
import css from "./LegPicker.module.css";
import type { LadderField } from "./ladder.ts";
import { TEXTS } from "./texts.ts";

/** Where the keys are in the list: a strike's row, and one of its four buttons. */
export interface PickerPlace {
  readonly row: number;
  readonly column: number;
}

export const BUTTONS: readonly (readonly [OptionType, TradeAction])[] = [
  ["CE", "BUY"],
  ["CE", "SELL"],
  ["PE", "BUY"],
  ["PE", "SELL"],
];

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly row: number;
  readonly strike: number;
  readonly style: CSSProperties;
  /** Lots of the strategy, sold below 0. */
  readonly call: number;
  readonly put: number;
  /** Column the tab key comes to in this row, -1 none. */
  readonly stop: number;
  readonly onPress: (side: OptionType, strike: number, action: TradeAction) => void;
}

function Figure({
  field,
  className,
}: {
  readonly field: LadderField;
  readonly className: string | undefined;
}) {
  return <span role="gridcell" className={className} data-figure={field} />;
}

function Buttons({ side, ...props }: Props & { readonly side: OptionType }) {
  const { strike, stop, onPress } = props;
  const held = side === "CE" ? props.call : props.put;
  return (
    <span role="gridcell" className={css.buttons}>
      {BUTTONS.map(([of, action], column) => {
        if (of !== side) return null;
        const lots = Math.max(0, action === "BUY" ? held : -held);
        const contract = `${strikeText(strike)} ${side}`;
        return (
          <button
            key={action}
            type="button"
            className={css.trade}
            data-side={action}
            data-held={lots > 0 ? "" : undefined}
            data-column={column}
            tabIndex={stop === column ? 0 : -1}
            aria-label={TEXTS.press(TEXTS.spokenActions[action], contract, lots)}
            onClick={() => onPress(side, strike, action)}
          >
            {lots > 0 ? strikeText(lots) : TEXTS.actions[action]}
          </button>
        );
      })}
    </span>
  );
}

/** One strike with its call and its put; the figures are written into it from outside. */
export const PickerRow = memo(function PickerRow(props: Props) {
  const { ref, row, strike, style } = props;
  return (
    <div
      ref={ref}
      role="row"
      className={css.row}
      style={style}
      data-row={row}
      aria-rowindex={row + 2}
      data-testid="picker-row"
    >
      <Buttons {...props} side="CE" />
      <Figure field="call.oi" className={css.callOi} />
      <Figure field="call.delta" className={css.callDelta} />
      <Figure field="call.ltp" className={css.callLtp} />
      <span role="rowheader" className={css.strike}>
        {strikeText(strike)}
      </span>
      <Figure field="iv" className={css.iv} />
      <Figure field="put.ltp" className={css.putLtp} />
      <Figure field="put.delta" className={css.putDelta} />
      <Figure field="put.oi" className={css.putOi} />
      <Buttons {...props} side="PE" />
    </div>
  );
});
