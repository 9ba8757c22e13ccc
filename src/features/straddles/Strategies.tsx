import { useRouter } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../../components/button/Button.tsx";
import { lazily } from "../../components/lazily.tsx";
import { Controls } from "../../shared/page-controls/Controls.tsx";
import { useIsNarrow } from "../../shared/page-controls/use-is-narrow.ts";
import { isPagesKey } from "../../shared/pages-key.ts";
import { Bones } from "../../shared/time-charts/ChartNotice.tsx";
import { QuickAdd } from "./adding/QuickAdd.tsx";
import { writeStraddles } from "./address/address.ts";
import type { Wish } from "./address/wishes.ts";
import { SpanChoice, VwapChoice } from "./Controls.tsx";
import { Premiums } from "./chart/Premiums.tsx";
import { usePremiums } from "./chart/use-premiums.ts";
import { LeftOutNotice } from "./LeftOutNotice.tsx";
import css from "./StraddlesPage.module.css";
import type { StraddlePage } from "./straddle-page.ts";
import { useUsual } from "./strategies/use-usual.ts";
import { Strip } from "./strip/Strip.tsx";
import { shownAlone, toggled } from "./strip/visibility.ts";
import { TEXTS } from "./texts.ts";
import { useLines } from "./use-lines.ts";

const LayoutsDialog = lazily(() => import("./layouts/LayoutsDialog.tsx").then((m) => m.LayoutsDialog));
const Detail = lazily(() => import("./detail/Detail.tsx").then((m) => m.Detail));

type Given = Omit<StraddlePage, "lines" | "draw">;

/** The strategies of the address, or those that a page opens with once it is known where the money is. */
export function Strategies({ given }: { readonly given: Given }) {
  const { search, underlying, listed, nearest } = given;
  const usual = useUsual({ underlying: underlying.token, listed, expiry: nearest });
  const wishes = search.wishes ?? usual;
  return wishes === null ? <Bones shape="lines" /> : <Chosen given={given} wishes={wishes} />;
}

/** A figure shows or hides the strategy in that place, with Shift it alone. */
function useKeys({ lines, draw }: Pick<StraddlePage, "lines" | "draw">): void {
  const latest = useRef({ lines, draw });
  latest.current = { lines, draw };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isPagesKey(event)) return;
      const all = latest.current.lines;
      const place = /^Digit[1-6]$/.test(event.code) ? Number(event.code.at(-1)) - 1 : -1;
      if (event.key === "a") {
        document.querySelector<HTMLElement>("[data-testid='straddle-quick']")?.focus();
      } else if (place >= 0 && place < all.length) {
        const hidden = all.filter(({ isHidden }) => isHidden).map((line) => line.place);
        latest.current.draw(
          all.map(({ wish }) => wish),
          event.shiftKey ? shownAlone(all.length, place) : toggled(hidden, place),
        );
      }
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

function Chosen({ given, wishes }: { readonly given: Given; readonly wishes: readonly Wish[] }) {
  const { search, set, underlying } = given;
  const router = useRouter();
  const isNarrow = useIsNarrow();
  const [hasLayouts, setLayouts] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [closed, setClosed] = useState("");
  const { lines, left, detail } = useLines(given, wishes);
  const draw: StraddlePage["draw"] = (next, hidden = []) => set({ wishes: next, hidden, detail: null });
  const page: StraddlePage = { ...given, lines, draw };
  const told = usePremiums({ symbol: underlying.symbol, lines, search });
  useKeys(page);
  const ofListing = left.map((each) => ({
    ...each,
    place: (search.places[each.place - 1] ?? each.place - 1) + 1,
  }));
  const amiss = [...search.left, ...ofListing];
  const amissKey = JSON.stringify(amiss);
  const isStale = page.isStale || told.isOld;
  if (detail !== null) {
    return (
      <Suspense fallback={<Bones shape="lines" />}>
        <Detail page={page} line={lines[detail]!} told={told} />
      </Suspense>
    );
  }
  const strip = <Strip page={page} told={told.answer} isStale={isStale} />;
  const adding = <QuickAdd page={page} />;
  const layouts = (
    <Button
      size="small"
      className={css.layouts}
      onClick={() => setLayouts(true)}
      data-testid="straddle-layouts"
    >
      {TEXTS.layouts.button}
    </Button>
  );
  return (
    <>
      <Controls said={`${TEXTS.controls.spans[search.span]} · ${TEXTS.strip.count(lines.length)}`}>
        <SpanChoice search={search} set={set} />
        <VwapChoice search={search} set={set} />
        {isNarrow ? adding : null}
        {layouts}
      </Controls>
      {isNarrow ? null : adding}
      {amissKey === closed ? null : (
        <LeftOutNotice layout={opened} left={amiss} onClose={() => setClosed(amissKey)} />
      )}
      {lines.length === 0 ? null : strip}
      <Premiums page={page} told={told} />
      {hasLayouts ? (
        <Suspense fallback={null}>
          <LayoutsDialog
            query={writeStraddles({ ...search, symbol: underlying.symbol, wishes, view: null })}
            onOpen={({ name, query }) => {
              setOpened(name);
              setLayouts(false);
              void router.navigate({ href: router.history.location.pathname + query, resetScroll: false });
            }}
            onClose={() => setLayouts(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
