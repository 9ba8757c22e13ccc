import { X } from "lucide-react";
import { useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { ContractList, LegContract } from "#domain/strategy/contract-list.ts";
import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import { Button } from "../../../components/button/Button.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import controls from "../../../shared/page-controls/Controls.module.css";
import { RANKS } from "../address.ts";
import type { OiPage } from "../oi-page.ts";
import css from "./Contracts.module.css";
import { isOfOneExpiry, legName, looksOf } from "./legs.ts";
import { TEXTS as texts } from "./texts.ts";

const TYPES = ["CE", "PE", "FUT"] as const;
type Type = (typeof TYPES)[number];

/** The strike that the eye looks for first. */
const nearest = (strikes: readonly number[], level: number): number =>
  strikes.reduce(
    (best, strike) => (Math.abs(strike - level) < Math.abs(best - level) ? strike : best),
    strikes[0]!,
  );

interface Props {
  readonly page: OiPage;
  readonly listed: ContractList | null;
  readonly legs: readonly LegContract[];
  /** that the address names and nobody lists */
  readonly gone: readonly string[];
  /** they were chosen one by one */
  readonly isOwn: boolean;
}

/** Adds a contract by type, expiry and strike. */
function Adding({
  page,
  listed,
  onAdd,
}: {
  readonly page: OiPage;
  readonly listed: ContractList;
  readonly onAdd: (leg: LegContract) => void;
}) {
  const [type, setType] = useState<Type>("CE");
  const [day, setDay] = useState<string | null>(null);
  const [level, setLevel] = useState<number | null>(null);
  const days = type === "FUT" ? listed.futures.map(({ expiry }) => expiry!) : listed.expiries;
  const expiry =
    days.find((each) => each === day) ?? days.find((each) => each === page.expiries[0]) ?? days[0];
  const strikes = type === "FUT" || expiry === undefined ? [] : listed.strikes(type, expiry);
  const middle = strikes[Math.floor(strikes.length / 2)] ?? 0;
  const strike = strikes.length === 0 ? null : nearest(strikes, level ?? middle);
  const contract =
    expiry === undefined
      ? null
      : type === "FUT"
        ? listed.future(expiry)
        : strike === null
          ? null
          : listed.option(type, expiry, strike);
  const decimals = decimalsOfTick(page.underlying.strikeStep || 1);
  return (
    <form
      className={css.adding}
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (contract !== null) onAdd(contract);
      }}
    >
      <label>
        <span className="visually-hidden">{texts.type}</span>
        <select
          className={controls.select}
          value={type}
          onChange={({ target }) => setType(TYPES.find((each) => each === target.value) ?? "CE")}
          data-testid="oi-add-type"
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {texts.types[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">{texts.expiry}</span>
        <select
          className={controls.select}
          value={expiry}
          onChange={({ target }) => setDay(target.value)}
          data-testid="oi-add-expiry"
        >
          {days.map((each) => (
            <option key={each} value={each}>
              {formatExpiry(each)}
            </option>
          ))}
        </select>
      </label>
      {type === "FUT" ? null : (
        <label>
          <span className="visually-hidden">{texts.strike}</span>
          <select
            className={controls.select}
            value={strike ?? ""}
            onChange={({ target }) => setLevel(Number(target.value))}
            data-testid="oi-add-strike"
          >
            {strikes.map((each) => (
              <option key={each} value={each}>
                {formatFixed(each, decimals)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button size="small" type="submit" disabled={contract === null} data-testid="oi-add">
        {texts.put}
      </Button>
    </form>
  );
}

/** What is drawn: the greatest by a figure, or a choice of one's own, which begins with what is there. */
export function Contracts({ page, listed, legs, gone, isOwn }: Props) {
  const { search, set, underlying } = page;
  const hasExpiry = !isOfOneExpiry(legs);
  const looks = looksOf(legs.map(({ type }) => type));
  const setLegs = (next: readonly LegContract[]): void =>
    set({ legs: next.map(({ tradingsymbol }) => tradingsymbol), view: null });
  const add = (leg: LegContract): void => {
    if (legs.some(({ tradingsymbol }) => tradingsymbol === leg.tradingsymbol)) return;
    if (legs.length >= MOST_CHART_LEGS) {
      showToast(texts.most(MOST_CHART_LEGS), { tone: "warning" });
      return;
    }
    setLegs([...legs, leg]);
  };
  return (
    <section className={css.contracts} aria-label={texts.chosen}>
      <div className={css.ways}>
        <fieldset className={css.ranks}>
          <legend>{texts.rank}</legend>
          {RANKS.map((rank) => (
            <button
              key={rank}
              type="button"
              className={controls.chip}
              aria-pressed={!isOwn && search.rank === rank}
              onClick={() => set({ rank, legs: [], view: null })}
              data-testid={`oi-rank-${rank}`}
            >
              {texts.ranks[rank]}
            </button>
          ))}
        </fieldset>
        {listed === null ? null : <Adding page={page} listed={listed} onAdd={add} />}
      </div>
      <ul className={css.legs} data-testid="oi-legs">
        {legs.map((leg, i) => {
          const name = legName(leg, { strikeStep: underlying.strikeStep, hasExpiry });
          const { colour, dash = [] } = looks[i]!;
          return (
            <li key={leg.tradingsymbol} className={css.leg}>
              <svg viewBox="0 0 22 6" className={css.swatch} aria-hidden="true">
                <line
                  x1="0"
                  y1="3"
                  x2="22"
                  y2="3"
                  strokeDasharray={dash.join(" ")}
                  style={{ stroke: `var(--${colour})` }}
                />
              </svg>
              {name}
              <button
                type="button"
                className={css.remove}
                aria-label={texts.remove(name)}
                title={texts.remove(name)}
                onClick={() => setLegs(legs.filter((each) => each !== leg))}
              >
                <X size={12} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      {gone.length === 0 ? null : (
        <p className={css.gone} role="status">
          {texts.notListed(gone.join(", "))}
        </p>
      )}
    </section>
  );
}
