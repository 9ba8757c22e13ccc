import { useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import {
  MOST_PREMIUM_STEPS,
  PREMIUM_REFERENCES,
  type PremiumReference,
} from "#protocol/http/chart-limits.ts";
import { Button } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { Radios } from "../../../shared/page-controls/Radios.tsx";
import type { TradeAction, Wish, WishedLeg } from "../address/wishes.ts";
import type { StraddlePage } from "../straddle-page.ts";
import { pairAt } from "../strategies/lines.ts";
import { strikeText } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";
import css from "./Adding.module.css";
import { Choice } from "./Choice.tsx";
import { CustomLegs } from "./CustomLegs.tsx";
import { nearestStrike } from "./nearest-strike.ts";
import { putStrategy } from "./put-strategy.ts";

const { add } = TEXTS;
const KINDS = ["rolling", "straddle", "strangle", "custom"] as const;
type Kind = (typeof KINDS)[number];
const ACTIONS = ["SELL", "BUY"] as const;

interface Props {
  readonly page: StraddlePage;
  /** the strike at the money of the nearest expiry; null while it is not known */
  readonly atm: number | null;
  onClose(): void;
}

/** Any strategy: rolling, a straddle, a strangle, or of legs of one's own. */
export function AddDialog({ page, atm, onClose }: Props) {
  const { listed, nearest, underlying } = page;
  const [kind, setKind] = useState<Kind>("rolling");
  const [expiry, setExpiry] = useState<IsoDate | null>(null);
  const [steps, setSteps] = useState("0");
  const [reference, setReference] = useState<PremiumReference>("forward");
  const [action, setAction] = useState<TradeAction>("SELL");
  const [call, setCall] = useState<number | null>(null);
  const [put, setPut] = useState<number | null>(null);
  const [legs, setLegs] = useState<readonly WishedLeg[]>([]);
  const day = expiry ?? nearest ?? listed.expiries[0]!;
  const calls = listed.strikes("CE", day);
  const puts = listed.strikes("PE", day);
  const level = atm ?? calls[Math.floor(calls.length / 2)] ?? Number.NaN;
  const callStrike = nearestStrike(calls, call ?? level);
  const putStrike = nearestStrike(puts, put ?? level);
  const isSteps = /^\d{1,2}$/.test(steps) && Number(steps) <= MOST_PREMIUM_STEPS;

  function wish(): Wish | null {
    if (kind === "rolling") {
      return isSteps ? { kind: "rolling", expiry, steps: Number(steps), reference, action } : null;
    }
    if (kind === "custom") return legs.length === 0 ? null : { kind: "fixed", legs };
    return pairAt(listed, day, callStrike, kind === "straddle" ? callStrike : putStrike, action);
  }
  const made = wish();
  const strikeChoice = (
    label: string,
    value: number,
    strikes: readonly number[],
    onChange: (to: number) => void,
  ) => (
    <Choice
      label={label}
      value={String(value)}
      options={strikes.map((strike) => [String(strike), strikeText(strike, underlying.strikeStep)])}
      onChange={(to) => onChange(Number(to))}
    />
  );
  return (
    <Dialog
      title={add.title}
      isOpen
      onClose={onClose}
      size="auto"
      footer={
        <Button
          variant="primary"
          disabled={made === null}
          onClick={() => {
            if (made !== null && putStrategy(page, made)) onClose();
          }}
          data-testid="straddle-put"
        >
          {add.put1}
        </Button>
      }
    >
      <div className={css.form} data-testid="straddle-form">
        <Radios
          name="straddle-kind"
          label={add.kind}
          options={KINDS.map((each) => [each, add.kinds[each]] as const)}
          value={kind}
          onChange={setKind}
        />
        {kind === "custom" ? (
          <CustomLegs page={page} level={level} legs={legs} onLegs={setLegs} />
        ) : (
          <div className={css.fields}>
            <Choice
              label={add.expiry}
              value={kind === "rolling" ? (expiry ?? "") : day}
              options={[
                ...(kind === "rolling" ? [["", add.nearest] as const] : []),
                ...listed.expiries.map((each) => [each, formatExpiry(each)] as const),
              ]}
              onChange={(to) => setExpiry(listed.expiries.find((each) => each === to) ?? null)}
            />
            {kind === "rolling" ? (
              <>
                <label>
                  {add.steps}
                  <input
                    inputMode="numeric"
                    value={steps}
                    aria-invalid={!isSteps}
                    onChange={({ target }) => setSteps(target.value.trim())}
                  />
                </label>
                <Choice
                  label={add.reference}
                  value={reference}
                  options={PREMIUM_REFERENCES.map((each) => [each, add.references[each]])}
                  onChange={(to) => setReference(to === "spot" ? "spot" : "forward")}
                />
              </>
            ) : kind === "straddle" ? (
              strikeChoice(
                add.strike,
                callStrike,
                calls.filter((strike) => puts.includes(strike)),
                setCall,
              )
            ) : (
              <>
                {strikeChoice(add.put, putStrike, puts, setPut)}
                {strikeChoice(add.call, callStrike, calls, setCall)}
              </>
            )}
            <Choice
              label={add.action}
              value={action}
              options={ACTIONS.map((each) => [each, add.actions[each]])}
              onChange={(to) => setAction(to === "BUY" ? "BUY" : "SELL")}
            />
          </div>
        )}
        {kind === "rolling" ? (
          <p className={isSteps ? css.waiting : css.amiss}>{isSteps ? TEXTS.rolling : add.stepsRange}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
