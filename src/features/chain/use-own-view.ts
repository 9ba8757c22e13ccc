import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { ChainView, ViewName } from "#domain/format/chain-columns.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import { loadPart } from "../../components/load-part.ts";
import { type SessionState, session } from "../../session/session-state.ts";

const load = () => import("./own-columns/own-view.ts");

/**
 * The columns of a trader's own and of straddles, whose code comes with the first of them; until it is there, and where there are none, the
 * built-in view.
 * @param look null: the view as it is
 */
export function useOwnView(name: ViewName, look: GridLook | null, isLastDay: boolean): ChainView {
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const { phase, profile } = useSnapshot(session) as SessionState;
  const own = look !== null || name === "straddle";
  const isAsked = own && part === null;
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    void loadPart(load).then(
      (loaded) => !isGone && setPart(loaded),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isAsked]);
  return useMemo(
    () => part?.shownView(name, look, isLastDay, { phase, profile }) ?? (name === "straddle" ? "ltp" : name),
    [name, look, part, isLastDay, phase, profile],
  );
}
