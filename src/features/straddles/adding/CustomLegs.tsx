import { X } from "lucide-react";
import { useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { MOST_PREMIUM_LEGS } from "#protocol/http/chart-limits.ts";
import { Button } from "../../../components/button/Button.tsx";
import { MOST_LOTS, type TradeAction, type WishedLeg } from "../address/wishes.ts";
import type { StraddlePage } from "../straddle-page.ts";
import { strikeText } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";
import css from "./Adding.module.css";
import { Choice } from "./Choice.tsx";
import { nearestStrike } from "./nearest-strike.ts";

const { add, names } = TEXTS;
const TYPES = ["CE", "PE", "FUT"] as const;
const ACTIONS = ["SELL", "BUY"] as const;

interface Props {
  readonly page: StraddlePage;
  /** rupees that strikes are first thought of at */
  readonly level: number;
  readonly legs: readonly WishedLeg[];
  onLegs(legs: readonly WishedLeg[]): void;
}

/** One to six legs, each bought or sold, of any expiry. */
export function CustomLegs({ page, level, legs, onLegs }: Props) {
  const { listed, nearest, underlying } = page;
  const [type, setType] = useState<(typeof TYPES)[number]>("CE");
  const [day, setDay] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [action, setAction] = useState<TradeAction>("SELL");
  const [count, setCount] = useState("1");
  const days = type === "FUT" ? listed.futures.map(({ expiry }) => expiry!) : listed.expiries;
  const expiry = days.find((each) => each === day) ?? days.find((each) => each === nearest) ?? days[0];
  const strikes = type === "FUT" || expiry === undefined ? [] : listed.strikes(type, expiry);
  const strike = nearestStrike(strikes, chosen ?? level);
  const contract =
    expiry === undefined
      ? null
      : type === "FUT"
        ? listed.future(expiry)
        : listed.option(type, expiry, strike);
  const lots = /^\d{1,12}$/.test(count) ? Number(count) : 0;
  const amiss =
    lots < 1 || lots > MOST_LOTS
      ? add.lotsRange
      : legs.length >= MOST_PREMIUM_LEGS
        ? add.mostLegs
        : legs.some(({ tradingsymbol }) => tradingsymbol === contract?.tradingsymbol)
          ? add.twiceLeg
          : null;
  return (
    <>
      <div className={css.fields}>
        <Choice
          label={add.action}
          value={action}
          options={ACTIONS.map((each) => [each, add.actions[each]])}
          onChange={(to) => setAction(to === "BUY" ? "BUY" : "SELL")}
        />
        <label>
          {add.lots}
          <input
            inputMode="numeric"
            value={count}
            aria-invalid={lots < 1 || lots > MOST_LOTS}
            onChange={({ target }) => setCount(target.value.trim())}
          />
        </label>
        <Choice
          label={add.type}
          value={type}
          options={TYPES.map((each) => [each, add.types[each]])}
          onChange={(to) => setType(TYPES.find((each) => each === to) ?? "CE")}
        />
        <Choice
          label={add.expiry}
          value={expiry ?? ""}
          options={days.map((each) => [each, formatExpiry(each)])}
          onChange={setDay}
        />
        {type === "FUT" ? null : (
          <Choice
            label={add.strike}
            value={String(strike)}
            options={strikes.map((each) => [String(each), strikeText(each, underlying.strikeStep)])}
            onChange={(to) => setChosen(Number(to))}
          />
        )}
        <Button
          disabled={contract === null || amiss !== null}
          onClick={() =>
            contract !== null && onLegs([...legs, { action, lots, tradingsymbol: contract.tradingsymbol }])
          }
          data-testid="straddle-add-leg"
        >
          {add.addLeg}
        </Button>
      </div>
      {amiss === null ? null : (
        <p className={css.amiss} role="status">
          {amiss}
        </p>
      )}
      <ul className={css.legs} aria-label={add.legs}>
        {legs.map((leg) => (
          <li key={leg.tradingsymbol}>
            {names.sides[leg.action]} {leg.lots} × {leg.tradingsymbol}
            <Button
              variant="quiet"
              size="small"
              aria-label={add.removeLeg(leg.tradingsymbol)}
              onClick={() => onLegs(legs.filter((each) => each !== leg))}
            >
              <X size={12} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
