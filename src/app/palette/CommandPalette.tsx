import { useRouter } from "@tanstack/react-router";
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
import { pushToList } from "../../browser/kept-list.ts";
import { useUnderlyings } from "../../live/use-underlyings.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { isThere, targetOf } from "../../shared/nav-target.ts";
import { shell } from "../../shared/shell-state.ts";
import { ACTIONS } from "./actions.ts";
import css from "./CommandPalette.module.css";
import { goToChain } from "./go-to-chain.ts";
import { groupsFor, keysOf } from "./groups.ts";
import { createPageSearch } from "./pages-search.ts";
import { FigureHeads, ScreenerPoll, UnderlyingFigures } from "./UnderlyingFigures.tsx";
import { createUnderlyingSearch } from "./underlying-search.ts";

/** Spec 2 §5: the search waits this long after a keystroke. */
const DEBOUNCE_MS = 50;
/** Spec 2 §9: recent tickers kept. */
const RECENT = 3;

/** A list that scrolls must be reachable by keyboard, though arrows in the field walk it as well. */
const reachable = (list: HTMLDivElement | null): void => list?.setAttribute("tabindex", "0");

const PAGE_HINT = { open: "", login: "Login first", plan: "Another plan", disabled: "", absent: "" } as const;

function useDebounced(text: string): string {
  const [value, setValue] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setValue(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(value);
}

/** What is looked for anywhere: underlyings with their live figures, pages, and things to do. */
export function CommandPalette() {
  const { pickerOpen } = useSnapshot(shell);
  const state = useSnapshot(session) as SessionState;
  const router = useRouter();
  const [text, setText] = useState("");
  const query = useDebounced(text);
  const data = useUnderlyings();
  const all = useMemo(() => (data?.ok ? data.value : []), [data]);
  const search = useMemo(() => createUnderlyingSearch(all), [all]);
  const searchPages = useMemo(() => createPageSearch(subjectOf(state)), [state]);

  const sources = useMemo(
    () => ({ all, search, searchPages, isSignedIn: state.phase === "signed_in" }),
    [all, search, searchPages, state.phase],
  );
  const groups = useMemo(() => groupsFor(query, sources), [query, sources]);
  const firstKey = query.trim() === "" || groups[0] === undefined ? null : keysOf(groups[0])[0];

  // Rows of one height: only those in view are in the document. On a phone name and figures take two lines.
  const layout = useMemo(() => {
    const isPhone = window.matchMedia("(max-width: 600px)").matches;
    return { rowSize: isPhone ? 52 : 34, headingSize: 28, padding: 6 };
  }, []);

  const choose = (key: string): void => {
    const at = key.indexOf(":");
    const [group, id] = [key.slice(0, at), key.slice(at + 1)];
    shell.pickerOpen = false;
    if (group === "do") return ACTIONS.find((action) => action.id === id)?.run();
    if (group === "pages") {
      const hit = searchPages(id).find(({ entry }) => entry.label === id);
      if (hit === undefined) return;
      const to = targetOf(hit.entry);
      if (/^https?:/.test(to)) window.open(to, "_blank", "noopener,noreferrer");
      else void router.navigate({ href: to });
      return;
    }
    pushToList("recent", id, RECENT);
    goToChain(router, id);
  };

  /** Enter takes the first hit of what is typed, also before the list has caught up, unless another hit was gone to. */
  const onEnter = (event: React.KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Enter" || text.trim() === "" || event.nativeEvent.isComposing) return;
    const isCurrent =
      text === query && event.currentTarget.querySelector('[role="option"][data-focused]') !== null;
    if (isCurrent) return;
    event.preventDefault();
    event.stopPropagation();
    const [group] = groupsFor(text, sources);
    const first = group && keysOf(group)[0];
    if (first !== undefined) choose(first);
  };

  const line = (key: string, label: string, tagline: string, hint: string) => (
    <ListBoxItem
      key={key}
      id={key}
      textValue={label}
      className={css.item ?? ""}
      {...(key === firstKey ? { "data-first": "" } : {})}
    >
      <Text slot="label" className={css.label ?? ""}>
        <span className={css.symbol}>{label}</span>
        <span className={css.name}>{tagline}</span>
      </Text>
      <span className={css.hint}>{hint}</span>
    </ListBoxItem>
  );

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
        <Dialog className={css.dialog ?? ""} aria-label="Search">
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
                  aria-label="Found"
                  selectionMode="none"
                  onAction={(key) => choose(String(key))}
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
                      {"pages" in group
                        ? group.pages.map(({ entry, state: its }) =>
                            line(
                              `pages:${entry.label}`,
                              entry.label,
                              entry.tagline,
                              isThere(entry) ? PAGE_HINT[its] : "Not yet",
                            ),
                          )
                        : null}
                      {"actions" in group
                        ? group.actions.map((action) => line(`do:${action.id}`, action.label, "", "Action"))
                        : null}
                      {"underlyings" in group
                        ? group.underlyings.map((u) => (
                            <ListBoxItem
                              key={u.symbol}
                              id={`${group.id}:${u.symbol}`}
                              textValue={u.symbol}
                              className={css.item ?? ""}
                              {...(`${group.id}:${u.symbol}` === firstKey ? { "data-first": "" } : {})}
                            >
                              <Text slot="label" className={css.label ?? ""}>
                                <span className={css.symbol}>{u.symbol}</span>
                                <span className={css.name}>{u.name}</span>
                                <span className={css.exchange}>{u.derivativeExchange}</span>
                              </Text>
                              <UnderlyingFigures underlying={u} />
                            </ListBoxItem>
                          ))
                        : null}
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
