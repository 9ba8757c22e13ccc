import { useSnapshot } from "valtio";
import { live } from "../../live/live-state.ts";
import { useDelay } from "../delay/use-delay.ts";
import css from "./ProvenanceDetails.module.css";
import { type FigureStory, type MarketFacts, provenanceLines } from "./provenance-lines.ts";

function useMarketFacts(): MarketFacts {
  // Renewed once a second, and with it whatever is shown.
  const { health } = useSnapshot(live);
  const isLate = useDelay();
  return {
    kind: health?.marketKind ?? null,
    isSimulated: health?.simulated ?? false,
    marketTime: health?.marketTime ?? null,
    feed: health?.feed ?? "loading",
    isLate,
  };
}

/** What is told of a figure: formula, inputs, source and age, then what speaks against it. */
export function StoryLines({ name, story }: { readonly name: string; readonly story: () => FigureStory }) {
  const market = useMarketFacts();
  const told = story();
  const { warnings = [] } = told;
  return (
    <>
      <p className={css.name}>{name}</p>
      <p className={css.formula}>{told.formula}</p>
      <dl className={css.lines} data-testid="provenance">
        {provenanceLines(told, market).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.length === 0 ? null : (
        <ul className={css.warnings} data-testid="story-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}
