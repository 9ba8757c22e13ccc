import { Check } from "lucide-react";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { formatRupees } from "#domain/format/number.ts";
import { Button } from "../../components/button/Button.tsx";
import { Rich } from "../../shared/texts/texts.tsx";
import css from "./PlanShelf.module.css";
import { isAllFree, type PlanCard, pagesOpenedBy, planCards, TERMS, type Term } from "./plan-cards.ts";
import { TEXTS } from "./texts.ts";

const LISTED = 6;

function Opens({ card, broker }: { readonly card: PlanCard; readonly broker: BrokerId }) {
  const titles = pagesOpenedBy(card.level, broker);
  if (titles.length === 0) {
    return <p className={css.none}>{TEXTS.shelf.asFree(BROKERS[broker].displayName)}</p>;
  }
  const hasLite = pagesOpenedBy("lite", broker).length > 0;
  const rest = titles.length - LISTED;
  return (
    <ul className={css.opens}>
      {card.level === "pro" && hasLite ? (
        <li>
          <Check size={14} strokeWidth={2} aria-hidden="true" /> {TEXTS.shelf.lite}
        </li>
      ) : null}
      {titles.slice(0, LISTED).map((title) => (
        <li key={title}>
          <Check size={14} strokeWidth={2} aria-hidden="true" /> {title}
        </li>
      ))}
      {rest > 0 ? <li className={css.rest}>{TEXTS.shelf.more(rest)}</li> : null}
    </ul>
  );
}

function Price({ card: { price, total } }: { readonly card: PlanCard }) {
  return (
    <>
      <p className={css.price}>
        <Rich
          of={TEXTS.shelf.perMonth}
          parts={{ price: <strong>{formatRupees(price.perMonth, 0)}</strong> }}
        />{" "}
        {price.originalPerMonth === null ? null : (
          <s>
            <span className="visually-hidden">{TEXTS.shelf.insteadOf} </span>
            {formatRupees(price.originalPerMonth, 0)}
          </s>
        )}
        {price.percentOff === null ? null : (
          <span className={css.off}>{TEXTS.shelf.off(price.percentOff)}</span>
        )}
      </p>
      <p className={css.total}>
        {price.months === 1
          ? TEXTS.shelf.billedMonthly
          : TEXTS.shelf.billedAtOnce(formatRupees(total, 0), price.months)}
      </p>
    </>
  );
}

/** What Lite and Pro cost, and what they open for accounts of one broker. */
export function PlanShelf({ broker }: { readonly broker: BrokerId }) {
  const [term, setTerm] = useState<Term>(6);
  const hasNothingToBuy = isAllFree(broker);
  return (
    <div>
      <RadioGroup
        aria-label={TEXTS.shelf.term}
        orientation="horizontal"
        className={css.terms ?? ""}
        value={String(term)}
        onChange={(value) => setTerm(value === "1" ? 1 : 6)}
      >
        {TERMS.map((months) => (
          <Radio key={months} value={String(months)} className={css.term ?? ""}>
            {TEXTS.shelf.months(months)}
          </Radio>
        ))}
      </RadioGroup>
      <div className={css.cards}>
        {planCards(term).map((card) => (
          <section key={card.id} className={css.card} aria-label={card.name}>
            <h3>{card.name}</h3>
            <Price card={card} />
            <Opens card={card} broker={broker} />
            <Button className={css.buy ?? ""} disabled>
              {TEXTS.shelf.buy}
            </Button>
          </section>
        ))}
      </div>
      <p className={css.note}>
        {hasNothingToBuy ? `${TEXTS.shelf.allFree(BROKERS[broker].displayName)} ` : null}
        {TEXTS.shelf.note}
      </p>
    </div>
  );
}
