import { formatIv } from "#domain/format/number.ts";
import { legName } from "../../../strategy/fields/leg-names.ts";
import { NumberField } from "../../../strategy/fields/NumberField.tsx";
import { readIv } from "../../../strategy/fields/read-figure.ts";
import { TEXTS as LEG } from "../../../strategy/legs/texts.ts";
import css from "./LegRow.module.css";
import type { LegRowProps } from "./leg-row-props.ts";
import { TEXTS } from "./texts.ts";

export function IvField({ leg, market, dispatch }: LegRowProps) {
  const { expiry, strike } = leg;
  const isOption = leg.type === "CE" || leg.type === "PE";
  if (!isOption || expiry === null || leg.isExpired) return <span className={css.none}>{TEXTS.none}</span>;
  const set = (iv: number | null) => dispatch({ type: "set-strike-iv", expiry, strike, iv });
  return (
    <NumberField
      label={LEG.of(TEXTS.fields.iv, legName(leg))}
      text={leg.customIv === null ? "" : formatIv(market.iv)}
      placeholder={formatIv(market.iv)}
      isOwn={leg.customIv !== null}
      read={readIv}
      onCommit={set}
      onStep={(direction) => set(Math.max(0, Math.round(market.iv * 1000 + direction * 5) / 1000))}
      testId="leg-iv"
    />
  );
}
