import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import { MOST_LEGS } from "#domain/strategy/analyzer/bounds.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { REFUSALS } from "#domain/strategy/analyzer/refusals.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { buildPreset, type PlacedLeg, PRESET_FAULTS } from "#domain/strategy/presets/build.ts";
import { presetOf } from "#domain/strategy/presets/preset-table.ts";
import { type QuickEntry as Entry, isWhole } from "#domain/strategy/quick-entry/model.ts";
import { parseQuickEntry } from "#domain/strategy/quick-entry/parse.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { BuilderAction } from "../../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { quickEntry } from "../../../shared/quick-entry.ts";
import { contractName, quantityText } from "../../../strategy/fields/leg-names.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { usePresetMarket } from "../loader/use-preset-market.ts";
import { heldBy, legsAfter } from "./legs-after.ts";
import { piecesOf, problemText } from "./problem-text.ts";
import css from "./QuickEntry.module.css";
import { TEXTS } from "./texts.ts";
import { useQuickMarket } from "./use-quick-market.ts";

const NO_LEGS: readonly AnalyzerLeg[] = [];

interface Props {
  readonly underlying: UnderlyingSummary;
  readonly contracts: ContractList;
}

/** A leg as it would be added. */
interface Preview extends PlacedLeg {
  readonly entryPrice: number | null;
}

interface Plan {
  readonly legs: readonly Preview[];
  readonly fault: string | null;
}

function usePlan(entry: Entry, { underlying, contracts }: Props): Plan {
  const { market } = usePresetMarket(underlying);
  return useMemo(() => {
    const { preset } = entry;
    if (preset === null) return { legs: entry.legs, fault: null };
    const outcome = buildPreset(preset.name, { market, contracts }, preset.expiry);
    if (!outcome.ok) return { legs: entry.legs, fault: PRESET_FAULTS[outcome.fault] };
    const placed = outcome.legs.map((leg) => ({ ...leg, lots: leg.lots * preset.lots, entryPrice: null }));
    return { legs: [...placed, ...entry.legs], fault: null };
  }, [entry, market, contracts]);
}

/** `:` from anywhere on the page, or the palette, leads to the field. */
function useFocusByKey(field: React.RefObject<HTMLInputElement | null>): void {
  const { isWanted } = useSnapshot(quickEntry);
  useEffect(() => {
    if (!isWanted) return;
    quickEntry.isWanted = false;
    field.current?.focus();
  }, [isWanted, field]);
}

interface Adding {
  /** Why nothing would come of it, for people; null when it would. */
  readonly refusal: string | null;
  readonly add: () => void;
}

function useAdd({ preset }: Entry, { legs }: Plan, held: readonly AnalyzerLeg[]): Adding {
  const { dispatch, refusalOf } = useAnalyzer();
  const isPresetAlone = preset !== null && legs.every(({ entryPrice }) => entryPrice === null);
  const actions: readonly BuilderAction[] =
    isPresetAlone && held.length === 0
      ? [
          {
            type: "load-preset",
            meta: { id: preset.name, name: presetOf(preset.name).label },
            placed: legs,
            lots: 1,
          },
        ]
      : legs.map(({ contract, action, lots, entryPrice }) => ({
          type: "add-leg",
          contract,
          deal: { action, quantity: lots * contract.lotSize, entryPrice },
        }));
  const refused = actions.map(refusalOf).find((why) => why !== null) ?? null;
  return {
    refusal: refused ?? (legsAfter(held, legs) > MOST_LEGS ? REFUSALS.TOO_MANY_LEGS : null),
    add() {
      // All of them are one step of undo.
      dispatch({ type: "begin-drag" });
      for (const action of actions) dispatch(action);
      dispatch({ type: "end-drag" });
    },
  };
}

interface LegsProps {
  readonly legs: readonly Preview[];
  readonly held: readonly AnalyzerLeg[];
  readonly priceDecimals: number;
}

function Legs({ legs, held, priceDecimals: decimals }: LegsProps) {
  return (
    <ul className={css.legs} data-testid="quick-preview">
      {legs.map((leg) => {
        const { contract, action, lots, entryPrice } = leg;
        const before = heldBy(held, leg);
        return (
          <li key={contract.token} className={css.leg} data-side={action}>
            <b>{TEXTS.actions[action]}</b> {TEXTS.lots(lots)} {contractName(contract)}
            {entryPrice === null ? null : ` ${TEXTS.at(formatFixed(entryPrice, decimals))}`}
            {before === undefined ? null : <span className={css.before}>{` ${beforeText(before)}`}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function beforeText(leg: AnalyzerLeg): string {
  const action = TEXTS.actions[leg.quantity > 0 ? "BUY" : "SELL"];
  return TEXTS.inPlaceOf(action, quantityText(leg, "lots"));
}

/** Trades are typed, seen while they are typed, and added by Enter. */
export function QuickEntry(props: Props) {
  const own = useId();
  const field = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [isFocused, setFocused] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const market = useQuickMarket(props.underlying, props.contracts, isFocused && text !== "");
  const entry = useMemo(() => parseQuickEntry(text, market), [text, market]);
  const plan = usePlan(entry, props);
  const held = useAnalyzerFact(({ instance }) => instance?.legs) ?? NO_LEGS;
  const changed = plan.legs.filter((leg) => heldBy(held, leg) !== undefined).length;
  const { refusal, add } = useAdd(entry, plan, held);
  useFocusByKey(field);

  const isReady = isWhole(entry) && plan.fault === null && plan.legs.length > 0 && refusal === null;
  const problem = text.trim() === "" ? null : (problemText(text, entry) ?? plan.fault ?? refusal);
  const follow = (): void => {
    if (mirror.current && field.current) mirror.current.scrollLeft = field.current.scrollLeft;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      if (text === "") field.current?.blur();
      setText("");
      setRefused(false);
    } else if (event.key === "Enter") {
      if (isReady) {
        add();
        setText("");
      }
      setRefused(!isReady && text.trim() !== "");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = isFocused && (text !== "" || isRefused);
  return (
    <div className={css.entry}>
      <div className={css.box}>
        <div ref={mirror} className={css.mirror} aria-hidden="true">
          {piecesOf(text, entry).map((piece) => (
            <span key={piece.start} data-bad={piece.isBad ? "" : undefined}>
              {piece.text}
            </span>
          ))}
        </div>
        <input
          ref={field}
          className={css.field}
          value={text}
          placeholder={TEXTS.placeholder}
          aria-label={TEXTS.name}
          aria-keyshortcuts=":"
          aria-describedby={isOpen ? own : undefined}
          aria-invalid={isRefused}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-draft={text === "" ? undefined : ""}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          onScroll={follow}
          onKeyUp={follow}
          onKeyDown={onKeyDown}
          data-testid="quick-entry"
        />
        <span className={css.key} aria-hidden="true">
          {TEXTS.key}
        </span>
      </div>
      {isOpen ? (
        <div className={css.preview}>
          {plan.legs.length > 0 ? (
            <Legs legs={plan.legs} held={held} priceDecimals={priceDecimals(props.underlying.kind)} />
          ) : null}
          <p
            id={own}
            className={problem === null ? css.hint : css.problem}
            role={isRefused ? "alert" : "status"}
            data-testid="quick-problem"
          >
            {problem ?? (isReady ? TEXTS.enter(plan.legs.length - changed, changed) : TEXTS.examples)}
          </p>
        </div>
      ) : null}
    </div>
  );
}
