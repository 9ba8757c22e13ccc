import { legName, strikeText } from "../fields/leg-names.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { readStrike } from "../fields/read-figure.ts";
import type { LegFields } from "./leg-fields.ts";
import { Stepped } from "./Stepped.tsx";
import { TEXTS } from "./texts.ts";

/** The strike, with the next and the previous that are listed and free beside it. */
export function StrikeField({ leg, isTaken: isHeld, contracts, dispatch }: LegFields) {
  const { id, type, expiry, strike } = leg;
  if ((type !== "CE" && type !== "PE") || expiry === null) return null;
  const name = legName(leg);
  const listed = contracts.strikes(type, expiry);
  const isTaken = (each: number) => isHeld(id, contracts.option(type, expiry, each)?.token);
  const step = (direction: 1 | -1) => dispatch({ type: "step-strike", id, direction });
  return (
    <Stepped
      name="strike"
      down={{
        label: TEXTS.of(TEXTS.strikeDown, name),
        isDisabled: leg.isExpired || !(strike > (listed[0] ?? strike)),
      }}
      up={{
        label: TEXTS.of(TEXTS.strikeUp, name),
        isDisabled: leg.isExpired || !(strike < (listed.at(-1) ?? strike)),
      }}
      onStep={step}
    >
      <NumberField
        label={TEXTS.of(TEXTS.strike, name)}
        text={strikeText(strike)}
        isDisabled={leg.isExpired}
        read={(text) => readStrike(text, { listed, isTaken, format: strikeText })}
        onCommit={(next) => dispatch({ type: "set-strike", id, strike: next })}
        onStep={step}
        testId="leg-strike"
      />
    </Stepped>
  );
}
