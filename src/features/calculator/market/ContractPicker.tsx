import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { formatDate } from "#domain/format/date.ts";
import type { ContractMatch, UnderlyingSummary } from "#workers/engine/api.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { engine } from "../../../live/engine-client.ts";
import { useUnderlyings } from "../../../live/use-underlyings.ts";
import { strikeText } from "../../../strategy/fields/leg-names.ts";
import css from "./ContractPicker.module.css";
import { type AskEngine, symbolOf } from "./contract.ts";
import { TEXTS } from "./texts.ts";

const { picker } = TEXTS;

const MOST_UNDERLYINGS = 5;
const MOST_CONTRACTS = 40;
const WAIT_MS = 80;

type Option =
  | { readonly key: string; readonly underlying: UnderlyingSummary }
  | { readonly key: string; readonly contract: ContractMatch };

const ask: AskEngine = (call) => engine().ask(call);

function labelOf(option: Option): readonly [name: string, more: string] {
  if ("underlying" in option) return [option.underlying.symbol, picker.atTheMoney];
  const { underlying, expiry, strike, kind } = option.contract;
  return [`${underlying} ${strikeText(strike)} ${kind}`, formatDate(expiry)];
}

/** Options for what is typed; while the engine looks, those of the words before. */
function useOptions(text: string): { readonly options: readonly Option[]; readonly isDone: boolean } {
  const all = useUnderlyings();
  const [found, setFound] = useState<{ readonly text: string; readonly contracts: readonly ContractMatch[] }>(
    {
      text: "",
      contracts: [],
    },
  );
  useEffect(() => {
    if (text === "") return;
    let isOver = false;
    const timer = setTimeout(() => {
      ask((api) => api.findContracts(text)).then(
        (outcome) => {
          if (!isOver) setFound({ text, contracts: outcome.ok ? outcome.value.found : [] });
        },
        () => {},
      );
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  const options = useMemo(() => {
    const typed = text.toUpperCase();
    const underlyings = typed === "" || !all?.ok ? [] : all.value;
    const starts = underlyings.filter(
      ({ symbol, name }) => symbol.startsWith(typed) || name.toUpperCase().startsWith(typed),
    );
    const contracts = found.contracts.filter(({ kind }) => kind !== "FUT").slice(0, MOST_CONTRACTS);
    return [
      ...starts.slice(0, MOST_UNDERLYINGS).map((each) => ({ key: each.symbol, underlying: each })),
      ...(typed === "" ? [] : contracts).map((contract) => ({
        key: `${contract.underlying} ${contract.expiry} ${contract.strike} ${contract.kind}`,
        contract,
      })),
    ];
  }, [text, all, found]);
  return { options, isDone: found.text === text };
}

interface Props {
  /** Of the contract that is there, as people read it; "" none. */
  readonly name: string;
}

/** A search for the contract to price. */
export function ContractPicker({ name }: Props) {
  const own = useId();
  const router = useRouter();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const text = (typed ?? "").trim();
  const { options, isDone } = useOptions(text);
  const isOpen = text !== "";
  const at = Math.min(active, options.length - 1);

  function go(symbol: string): void {
    setTyped(null);
    const { pathname } = router.history.location;
    void router.navigate({ href: `${pathname}?tradingsymbol=${encodeURIComponent(symbol)}` });
  }

  async function choose(option: Option | undefined): Promise<void> {
    if (option === undefined) return;
    if ("underlying" in option) return go(option.underlying.symbol);
    const symbol = await symbolOf(ask, option.contract);
    if (symbol === null) return showToast(picker.gone, { tone: "warning" });
    go(symbol);
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setActive((at + step + options.length) % options.length);
    else if (event.key === "Enter" && isOpen) void choose(options[at]);
    else if (event.key === "Escape" && typed !== null) setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useEffect(() => {
    if (isOpen && at >= 0) document.getElementById(`${own}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, at, own]);

  return (
    <div className={css.picker}>
      <Search className={css.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
      <input
        className={css.field}
        role="combobox"
        aria-label={picker.name}
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${own}-list` : undefined}
        aria-activedescendant={isOpen && at >= 0 ? `${own}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={picker.placeholder}
        value={typed ?? name}
        data-testid="calculator-contract"
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <div id={`${own}-list`} role="listbox" aria-label={picker.list} className={css.list}>
          {options.map((option, i) => {
            const [label, more] = labelOf(option);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
              <div
                key={option.key}
                id={`${own}-${i}`}
                role="option"
                aria-selected={i === at}
                className={css.option}
                tabIndex={-1}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void choose(option)}
              >
                <span>{label}</span>
                <span className={css.more}>{more}</span>
              </div>
            );
          })}
          {options.length === 0 && isDone ? (
            <div className={css.none} role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
              {picker.none(text)}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
