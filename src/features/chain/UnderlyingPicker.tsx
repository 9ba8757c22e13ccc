import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  ListLayout,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
  Virtualizer,
} from "react-aria-components";
import { useSnapshot } from "valtio";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { shell } from "../../app/shell-state.ts";
import { pushToList, readList } from "../../lib/preferences.ts";
import { useUnderlyings } from "../../live/underlyings.ts";
import { createUnderlyingSearch } from "./search.ts";
import { FigureHeads, ScreenerPoll, UnderlyingFigures } from "./UnderlyingFigures.tsx";
import css from "./UnderlyingPicker.module.css";

/** Spec 2 §5: the search waits this long after a keystroke. */
const DEBOUNCE_MS = 50;
/** Spec 2 §9: recent tickers kept. */
const RECENT = 3;

const KIND_LABEL = {
  index: "Indices",
  stock: "Stocks",
  commodity: "Commodities",
  currency: "Currency",
} as const;
const KINDS = ["index", "commodity", "currency", "stock"] as const;

/** A list that scrolls must be reachable by keyboard, though arrows in the field walk it as well. */
const reachable = (list: HTMLDivElement | null): void => list?.setAttribute("tabindex", "0");

interface Group {
  readonly id: string;
  readonly title: string;
  readonly items: readonly UnderlyingSummary[];
}

function useDebounced(text: string): string {
  const [value, setValue] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setValue(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(value);
}

export function UnderlyingPicker({ onPick }: { readonly onPick: (symbol: string) => void }) {
  const { pickerOpen } = useSnapshot(shell);
  const [text, setText] = useState("");
  const query = useDebounced(text);
  const data = useUnderlyings();
  const all = useMemo(() => (data?.ok ? data.value : []), [data]);
  const search = useMemo(() => createUnderlyingSearch(all), [all]);

  const groups = useMemo<readonly Group[]>(() => {
    if (query.trim() !== "") return [{ id: "found", title: "Results", items: search(query) }];
    const recent = readList("recent").flatMap((symbol) => all.filter((u) => u.symbol === symbol));
    const byKind = KINDS.map((kind) => ({
      id: kind,
      title: KIND_LABEL[kind],
      items: all.filter((u) => u.kind === kind),
    }));
    return [{ id: "recent", title: "Recent", items: recent }, ...byKind].filter((g) => g.items.length > 0);
  }, [query, search, all]);

  // Rows of one height: only those in view are in the document. On a phone name and figures take two lines.
  const layout = useMemo(() => {
    const isPhone = window.matchMedia("(max-width: 600px)").matches;
    return { rowSize: isPhone ? 52 : 34, headingSize: 28, padding: 6 };
  }, []);

  const choose = (symbol: string): void => {
    pushToList("recent", symbol, RECENT);
    shell.pickerOpen = false;
    onPick(symbol);
  };

  /** Enter takes the first hit of what is typed, also before the list has caught up, unless another hit was gone to. */
  const onEnter = (event: React.KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Enter" || text.trim() === "" || event.nativeEvent.isComposing) return;
    const isCurrent = text === query && event.currentTarget.querySelector("[data-focused]") !== null;
    if (isCurrent) return;
    event.preventDefault();
    event.stopPropagation();
    const [first] = search(text);
    if (first !== undefined) choose(first.symbol);
  };

  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen={pickerOpen}
      isDismissable
      onOpenChange={(open) => {
        shell.pickerOpen = open;
      }}
    >
      <Modal className={css.modal ?? ""}>
        <Dialog className={css.dialog ?? ""} aria-label="Choose an underlying">
          <ScreenerPoll />
          <div role="presentation" className={css.body} onKeyDownCapture={onEnter}>
            <Autocomplete inputValue={text} onInputChange={setText}>
              <SearchField className={css.search ?? ""} aria-label="Search instruments" autoFocus>
                <Search size={16} strokeWidth={1.5} aria-hidden="true" />
                <Input className={css.input ?? ""} placeholder="Type stock name: SBIN, TCS etc." />
              </SearchField>
              <FigureHeads />
              <Virtualizer layout={ListLayout} layoutOptions={layout}>
                <ListBox
                  ref={reachable}
                  className={css.list ?? ""}
                  aria-label="Underlyings"
                  selectionMode="none"
                  onAction={(key) => choose(String(key).split(":")[1] ?? "")}
                  renderEmptyState={() => (
                    <p className={css.none}>
                      {data && !data.ok
                        ? data.message
                        : all.length === 0
                          ? "Loading instruments…"
                          : `Nothing matches “${text}”.`}
                    </p>
                  )}
                >
                  {groups.map((group) => (
                    <ListBoxSection key={group.id} id={group.id}>
                      <Header className={css.title ?? ""}>{group.title}</Header>
                      {group.items.map((u, i) => (
                        <ListBoxItem
                          key={u.symbol}
                          id={`${group.id}:${u.symbol}`}
                          textValue={u.symbol}
                          className={css.item ?? ""}
                          {...(group.id === "found" && i === 0 ? { "data-first": "" } : {})}
                        >
                          <Text slot="label" className={css.label ?? ""}>
                            <span className={css.symbol}>{u.symbol}</span>
                            <span className={css.name}>{u.name}</span>
                            <span className={css.exchange}>{u.derivativeExchange}</span>
                          </Text>
                          <UnderlyingFigures underlying={u} />
                        </ListBoxItem>
                      ))}
                    </ListBoxSection>
                  ))}
                </ListBox>
              </Virtualizer>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
