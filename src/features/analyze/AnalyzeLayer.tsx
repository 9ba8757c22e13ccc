import { Fragment, Suspense, useEffect } from "react";
import { useSnapshot } from "valtio";
import { lazily } from "../../components/lazily.tsx";
import { optional } from "../../components/optional.ts";
import type { BesideChain, ChainMarks } from "../../shared/beside-chain.ts";
import { pageStrategy, takesDealsOf } from "../../shared/chart-deals.ts";
import { useHasPositions } from "../../shared/positions/use-has-positions.ts";
import { PartBoundary } from "../../strategy/PartBoundary.tsx";
import { GridActions } from "./actions/GridActions.tsx";
import { analyze, forget, makeReady } from "./analyze-state.ts";
import { FootNotice } from "./FootNotice.tsx";
import { reloadWith } from "./legs/reload-with.ts";
import { loadDesk } from "./load-desk.ts";
import { TEXTS } from "./texts.ts";

const AnalyzeDesk = lazily(() => loadDesk().then((m) => m.AnalyzeDesk));
const HeldLayer = optional(() => import("./held/HeldLayer.tsx").then((m) => m.HeldLayer));

const IN_LOTS: ChainMarks = { positions: true, inUnits: false };

/** In place of the strip: what was pressed waits here, and goes along when the page is loaded anew. */
function DeskMissing({ underlying, legs, onAgain }: BesideChain & { readonly onAgain: () => void }) {
  const { presses } = useSnapshot(analyze);
  const waiting = presses.filter((each) => each.underlying === underlying.token);
  return (
    <FootNotice
      text={TEXTS.missing.desk(waiting.length)}
      onAgain={onAgain}
      onReload={() => reloadWith(legs, waiting)}
    />
  );
}

/** The strip, from the first press on; what is over the grid knows nothing of it, and is not drawn again with it. */
function DeskPlace(props: BesideChain) {
  const { isBegun, presses } = useSnapshot(analyze);
  const isNamed = props.legs !== undefined;
  useEffect(() => {
    if (isNamed) analyze.isBegun = true;
  }, [isNamed]);
  const { symbol } = props.underlying;
  const hasProposed = useSnapshot(pageStrategy).waiting.some((each) => each.underlying === symbol);
  useEffect(() => {
    if (hasProposed) makeReady();
  }, [hasProposed]);
  const isWanted = isNamed || presses.length > 0;
  if (!isBegun) return null;
  return (
    <PartBoundary
      // A pointer that only came near is owed nothing yet.
      notice={(again) => (isWanted ? <DeskMissing {...props} onAgain={again} /> : null)}
    >
      <Suspense fallback={null}>
        <AnalyzeDesk {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** B and S over the grid; the rest comes with the first of them, or with an address that names trades. */
export function AnalyzeLayer(props: BesideChain) {
  const hasPositions = useHasPositions();
  const { marks = IN_LOTS, others = [] } = props;
  useEffect(() => forget, []);
  const { symbol } = props.underlying;
  useEffect(() => takesDealsOf(symbol), [symbol]);
  return (
    <>
      {[props, ...others].map(({ id = 0, desk, underlying, expiry }, i) => (
        <Fragment key={id}>
          <GridActions desk={desk} underlying={underlying} expiry={expiry} isWorkedWith={i === 0} />
          {hasPositions && marks.positions ? (
            <Suspense fallback={null}>
              <HeldLayer
                desk={desk}
                underlying={underlying}
                expiry={expiry}
                inUnits={marks.inUnits}
                isWorkedWith={i === 0}
              />
            </Suspense>
          ) : null}
        </Fragment>
      ))}
      <DeskPlace {...props} />
    </>
  );
}
