import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { makeReady } from "../analyze-state.ts";
import { TEXTS } from "../texts.ts";
import css from "./GridActions.module.css";
import { BUTTONS_PX, buttonsEnd } from "./places.ts";

const OPTIONS: readonly OptionType[] = ["CE", "PE"];
const ACTIONS: readonly TradeAction[] = ["BUY", "SELL"];

interface Props {
  readonly grid: GridPlace;
  readonly row: number;
  readonly onPress: (row: number, option: OptionType, action: TradeAction) => void;
}

/** B and S of both contracts of a row, over it. Keys have B and S of their own, so that the tab key passes these by. */
export function RowButtons({ grid: { layout, rowHeight }, row, onPress }: Props) {
  return OPTIONS.map((option) => (
    <div
      key={option}
      className={css.buttons}
      onPointerEnter={makeReady}
      style={{
        top: row * rowHeight,
        left: buttonsEnd(layout, option) - BUTTONS_PX - 2,
        height: rowHeight - 1,
        width: BUTTONS_PX,
      }}
    >
      {ACTIONS.map((action) => (
        <button
          key={action}
          type="button"
          className={css.trade}
          data-side={action}
          tabIndex={-1}
          aria-label={TEXTS.press(action, option)}
          // The grid keeps the focus, and with it its keys.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(row, option, action)}
          data-testid={`${action}-${option}`}
        >
          {TEXTS.letters[action]}
        </button>
      ))}
    </div>
  ));
}
