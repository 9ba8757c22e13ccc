import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListLayout,
  Modal,
  ModalOverlay,
  SearchField,
  Virtualizer,
} from "react-aria-components";
import { useSnapshot } from "valtio";
import { useUnderlyings } from "../../live/use-underlyings.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { shell } from "../../shared/shell-state.ts";
import css from "./CommandPalette.module.css";
import { GroupSection } from "./GroupSection.tsx";
import { groupsFor, keysOf } from "./groups.ts";
import { createPageSearch } from "./pages-search.ts";
import { FigureHeads, ScreenerPoll } from "./UnderlyingFigures.tsx";
import { createUnderlyingSearch } from "./underlying-search.ts";
import { useChoose } from "./use-choose.ts";

/** The search waits this long after a keystroke (rule SHELL-16). */
const DEBOUNCE_MS = 50;

/** A list that scrolls must be reachable by keyboard, though arrows in the field walk it as well. */
const reachable = (list: HTMLDivElement | null): void => list?.setAttribute("tabindex", "0");

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
  const firstKey = query.trim() === "" || groups[0] === undefined ? null : (keysOf(groups[0])[0] ?? null);

  // Rows of one height: only those in view are in the document. On a phone name and figures take two lines.
  const layout = useMemo(() => {
    const isPhone = window.matchMedia("(max-width: 600px)").matches;
    return { rowSize: isPhone ? 52 : 34, headingSize: 28, padding: 6 };
  }, []);

  const choose = useChoose(searchPages);

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
                    <GroupSection key={group.id} group={group} firstKey={firstKey} />
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
