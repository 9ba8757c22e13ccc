import { Suspense, useMemo, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { Button } from "../../../components/button/Button.tsx";
import { lazily } from "../../../components/lazily.tsx";
import controls from "../../../shared/page-controls/Controls.module.css";
import type { StraddlePage } from "../straddle-page.ts";
import { pairAt } from "../strategies/lines.ts";
import { strikeText } from "../strategies/names.ts";
import { pairedStrikes, useMoney } from "../strategies/use-money.ts";
import { TEXTS } from "../texts.ts";
import css from "./Adding.module.css";
import { putStrategy } from "./put-strategy.ts";

const AddDialog = lazily(() => import("./AddDialog.tsx").then((m) => m.AddDialog));

const { add } = TEXTS;
/** Strikes to each side of the money. */
const AROUND = 3;

/** Straddles of the nearest expiry at the strikes around the money, by one press; any other strategy in a dialog. */
export function QuickAdd({ page }: { readonly page: StraddlePage }) {
  const { underlying, listed, nearest } = page;
  const [isOpen, setOpen] = useState(false);
  const strikes = useMemo(() => pairedStrikes(listed, nearest), [listed, nearest]);
  const money = useMoney(underlying.token, nearest, strikes);
  if (nearest === null) return null;
  const around = money < 0 ? [] : strikes.slice(Math.max(0, money - AROUND), money + AROUND + 1);
  const day = formatExpiry(nearest);
  return (
    <div className={css.adding} role="group" aria-label={add.name}>
      <div className={css.quick} title={add.quickHint(day)}>
        <span className={css.label}>
          {add.quick} {day}
        </span>
        {around.length === 0 ? <p className={css.waiting}>{add.waiting}</p> : null}
        {[...around].map((strike) => {
          const text = strikeText(strike, underlying.strikeStep);
          const wish = pairAt(listed, nearest, strike, strike);
          return wish === null ? null : (
            <button
              key={strike}
              type="button"
              className={controls.chip}
              data-atm={strike === strikes[money] ? "" : undefined}
              aria-label={add.add(text)}
              onClick={() => putStrategy(page, wish)}
              data-testid="straddle-quick"
            >
              {text}
              {strike === strikes[money] ? <span className={controls.tag}>{add.atm}</span> : null}
            </button>
          );
        })}
      </div>
      <Button size="small" onClick={() => setOpen(true)} data-testid="straddle-other">
        {add.more}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AddDialog page={page} atm={strikes[money] ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
