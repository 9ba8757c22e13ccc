import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { optional } from "../../../components/optional.ts";
import { useKeeping } from "./keeping.ts";

const Kept = optional(() => import("./Kept.tsx").then((m) => m.Kept));

/** Over the figures: whose strategy it is, what has changed since it was kept, what came of the legs that are over. */
export function KeptStrip() {
  const { link, notes } = useSnapshot(useKeeping());
  const hasOver = useAnalyzerFact(
    ({ instance }) => instance?.legs.some(({ isExpired }) => isExpired) === true,
  );
  if (link === null && notes.length === 0 && !hasOver) return null;
  return (
    <Suspense fallback={null}>
      <Kept />
    </Suspense>
  );
}
