import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useSnapshot } from "valtio";
import { VirtualListbox } from "../../components/virtual-list/VirtualListbox.tsx";
import { pageInstrument } from "../../features/info/page-instrument.ts";
import { useUnderlyings } from "../../live/use-underlyings.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { chainTarget } from "../../shared/chain-target.ts";
import { shell } from "../../shared/shell-state.ts";
import css from "./CommandPalette.module.css";
import { groupsFor, keyOf, type Line } from "./groups.ts";
import { PaletteLine } from "./PaletteLine.tsx";
import { createPageSearch } from "./pages-search.ts";
import { TEXTS } from "./texts.ts";
import { FigureHeads, ScreenerStream } from "./UnderlyingFigures.tsx";
import { createUnderlyingSearch } from "./underlying-search.ts";
import { useChoose } from "./use-choose.ts";
import { findContracts, useContracts } from "./use-contracts.ts";
import { usePaletteKeys } from "./use-palette-keys.ts";

/** The search waits this long after a keystroke (rule SHELL-16). */
const DEBOUNCE_MS = 50;
const LIST = "palette-list";

function useDebounced(text: string): string {
  const [value, setValue] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setValue(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(value);
}

/** What is looked for anywhere: underlyings with their live figures, contracts, pages, and things to do. */
export function CommandPalette() {
  const { pickerOpen } = useSnapshot(shell);
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
        <Dialog className={css.dialog ?? ""} aria-label={TEXTS.search}>
          <ScreenerStream />
          <SearchBody />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function SearchBody() {
  const state = useSnapshot(session) as SessionState;
  const [text, setText] = useState(shell.pickerText);
  /** key of the option that the arrows have gone to, null for none */
  const [goneTo, setGoneTo] = useState<string | null>(null);
  const query = useDebounced(text);
  const data = useUnderlyings();
  const all = useMemo(() => (data?.ok ? data.value : []), [data]);
  const search = useMemo(() => createUnderlyingSearch(all), [all]);
  const searchPages = useMemo(() => createPageSearch(subjectOf(state)), [state]);
  const { text: searched, contracts } = useContracts(query);
  const sources = useMemo(
    () => ({
      all,
      search,
      searchPages,
      isSignedIn: state.phase === "signed_in",
      here: chainTarget.symbol ?? pageInstrument(window.location.pathname, window.location.search),
      isWidget: window.location.pathname.startsWith("/widget/"),
    }),
    [all, search, searchPages, state.phase],
  );
  const groups = useMemo(() => groupsFor(query, { ...sources, contracts }), [query, sources, contracts]);
  const options = useMemo(
    () =>
      groups.flatMap(({ id, options: lines }) =>
        lines.map((line) => ({ line, key: `${id}:${keyOf(line)}` })),
      ),
    [groups],
  );
  const first = query.trim() === "" ? -1 : Math.min(0, options.length - 1);
  const gone = goneTo === null ? -1 : options.findIndex(({ key }) => key === goneTo);
  const active = gone < 0 ? first : gone;
  const choose = useChoose();

  /** The first hit of what is typed, also before the list has caught up with the keys. */
  async function takeFirst(): Promise<void> {
    const [group] = groupsFor(text, { ...sources, contracts: await findContracts(text) });
    const line = group?.options[0];
    if (line !== undefined) choose(line);
  }
  const hasCaughtUp = text === query && searched === query;
  const onKeyDown = usePaletteKeys({
    active,
    count: options.length,
    goTo: (place) => setGoneTo(options[place]?.key ?? null),
    enter() {
      const line = options[active]?.line;
      if (hasCaughtUp || gone >= 0) return line && choose(line);
      if (text.trim() !== "") void takeFirst();
    },
  });

  // Rows of one height: only those in view are in the document. On a phone name and figures take two lines.
  const rowHeight = useMemo(() => (window.matchMedia("(max-width: 600px)").matches ? 52 : 34), []);
  return (
    <div className={css.body}>
      <div className={css.search}>
        <Search size={16} strokeWidth={1.5} aria-hidden="true" />
        <input
          className={css.input}
          type="search"
          role="combobox"
          aria-label={TEXTS.field}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={LIST}
          aria-activedescendant={active < 0 ? undefined : `${LIST}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={TEXTS.placeholder}
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setGoneTo(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <FigureHeads />
      <VirtualListbox
        id={LIST}
        label={TEXTS.list}
        className={css.list ?? ""}
        sections={groups}
        keyOf={keyOf}
        rowHeight={rowHeight}
        headingHeight={28}
        active={active}
        onChoose={choose}
        render={(line: Line) => <PaletteLine line={line} />}
        empty={
          <p className={css.none}>
            {data && !data.ok ? data.message : all.length === 0 ? TEXTS.loading : TEXTS.nothing(text)}
          </p>
        }
      />
    </div>
  );
}
