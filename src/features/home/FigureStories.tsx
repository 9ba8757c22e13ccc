import { Suspense, useEffect, useMemo } from "react";
import { optional } from "../../components/optional.ts";
import { isHomeFigure, storyOf } from "./figure-story.ts";
import type { MarketRow } from "./market-rows.ts";
import { TEXTS } from "./texts.ts";
import { useToldFigure } from "./use-told-figure.ts";

const Details = optional(() =>
  import("../../shared/provenance/ProvenanceDetails.tsx").then((m) => m.ProvenanceDetails),
);

/** Of what is told, for who hears it. */
const ID = "home-figure-story";

interface Props {
  readonly table: HTMLElement | null;
  readonly rows: readonly MarketRow[];
  readonly isStale: boolean;
}

/** How figures of the table came to be, like those of a chain's header. */
export function FigureStories({ table, rows, isStale }: Props) {
  const [told, close] = useToldFigure(table);
  const trigger = useMemo(() => ({ current: told }), [told]);
  useEffect(() => {
    told?.setAttribute("aria-describedby", ID);
    return () => told?.removeAttribute("aria-describedby");
  }, [told]);
  const figure = told?.dataset.figure;
  const token = Number(told?.closest<HTMLElement>("tr[data-line]")?.dataset.line);
  const row = rows.find(({ underlying }) => underlying.token === token);
  if (told === null || row === undefined || !isHomeFigure(figure) || figure === "oiChange") return null;
  return (
    <Suspense fallback={null}>
      <Details
        id={ID}
        trigger={trigger}
        name={TEXTS.story.of(row.underlying.symbol, TEXTS.table[figure])}
        story={() => storyOf(figure, row, isStale)}
        isPressed={false}
        onClose={close}
      />
    </Suspense>
  );
}
