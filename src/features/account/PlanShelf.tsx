import { Check } from "lucide-react";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { formatRupees } from "#domain/format/number.ts";
import { Button } from "../../components/button/Button.tsx";
import css from "./PlanShelf.module.css";
import { type PlanCard, pagesOpenedBy, planCards, TERMS, type Term } from "./plan-cards.ts";

const LISTED = 6;

function Opens({ card, broker }: { readonly card: PlanCard; readonly broker: BrokerId }) {
  const titles = pagesOpenedBy(card.name === "Lite" ? "lite" : "pro", broker);
  if (titles.length === 0) {
    return <p className={css.none}>For {BROKERS[broker].displayName} accounts: the same as Free.</p>;
  }
  const hasLite = pagesOpenedBy("lite", broker).length > 0;
  const rest = titles.length - LISTED;
  return (
    <ul className={css.opens}>
      {card.name === "Pro" && hasLite ? (
        <li>
          <Check size={14} strokeWidth={2} aria-hidden="true" /> Everything in Lite
        </li>
      ) : null}
      {titles.slice(0, LISTED).map((title) => (
        <li key={title}>
          <Check size={14} strokeWidth={2} aria-hidden="true" /> {title}
        </li>
      ))}
      {rest > 0 ? <li className={css.rest}>and {rest} more</li> : null}
    </ul>
  );
}

function Price({ card: { price, total } }: { readonly card: PlanCard }) {
  return (
    <>
      <p className={css.price}>
        <strong>{formatRupees(price.perMonth, 0)}</strong> a month{" "}
        {price.originalPerMonth === null ? null : (
          <s>
            <span className="visually-hidden">instead of </span>
            {formatRupees(price.originalPerMonth, 0)}
          </s>
        )}
        {price.percentOff === null ? null : <span className={css.off}>{price.percentOff}% off</span>}
      </p>
      <p className={css.total}>
        {price.months === 1 ? "Billed monthly" : `${formatRupees(total, 0)} for ${price.months} months`},
        before tax
      </p>
    </>
  );
}

/** What Lite and Pro cost, and what they open for accounts of one broker. */
export function PlanShelf({ broker }: { readonly broker: BrokerId }) {
  const [term, setTerm] = useState<Term>(6);
  const isAllFree = pagesOpenedBy("lite", broker).length + pagesOpenedBy("pro", broker).length === 0;
  return (
    <div>
      <RadioGroup
        aria-label="Term"
        orientation="horizontal"
        className={css.terms ?? ""}
        value={String(term)}
        onChange={(value) => setTerm(value === "1" ? 1 : 6)}
      >
        {TERMS.map((months) => (
          <Radio key={months} value={String(months)} className={css.term ?? ""}>
            {months === 1 ? "1 month" : `${months} months`}
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
              Payments come later
            </Button>
          </section>
        ))}
      </div>
      <p className={css.note}>
        {isAllFree ? `With ${BROKERS[broker].displayName} every page is part of Free. ` : null}These are the
        prices. Paying for a plan is not possible yet, so nothing here can charge you.
      </p>
    </div>
  );
}
