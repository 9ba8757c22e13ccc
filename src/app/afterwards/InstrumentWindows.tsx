import { type ComponentType, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { FaultBoundary } from "../../components/FaultBoundary.tsx";
import { loadPart } from "../../components/load-part.ts";
import { showToast } from "../../components/toast/toast.ts";
import { closeInfo, instrumentWindows } from "../../shared/instrument-windows.ts";
import { TEXTS } from "./texts.ts";

const loadLadders = () => import("../../features/ladder/LadderLayer.tsx");

function laddersFailed(): void {
  showToast(TEXTS.ladderFailed, { tone: "error" });
  instrumentWindows.ladders = [];
}

/** Books of options: their code comes when one may be asked for, and a press tells where it cannot be had; the next one asks again. */
function Ladders() {
  const { ladders, isLadderNear } = useSnapshot(instrumentWindows);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  const isAsked = ladders.length > 0;
  const isWanted = Layer === null && (isAsked || isLadderNear);
  useEffect(() => {
    if (!isWanted) return;
    loadPart(loadLadders).then(
      (loaded) => setLayer(() => loaded.LadderLayer),
      () => {
        if (instrumentWindows.ladders.length > 0) showToast(TEXTS.ladderMissing, { tone: "warning" });
        instrumentWindows.ladders = [];
        instrumentWindows.isLadderNear = false;
      },
    );
  }, [isWanted]);
  if (!isAsked || Layer === null) return null;
  return (
    <FaultBoundary onFault={laddersFailed}>
      <Layer />
    </FaultBoundary>
  );
}

/** The page under the window, and what is worked on there, stays. */
function infoFailed(): void {
  showToast(TEXTS.infoFailed, { tone: "error" });
  closeInfo();
}

const loadInfo = () => import("../../features/info/InfoWindow.tsx");

/** What there is to know of an instrument: its code comes with the first press, which is told where it cannot be had. */
function Info() {
  const { info } = useSnapshot(instrumentWindows);
  const [Window, setWindow] = useState<ComponentType | null>(null);
  const isAsked = info !== null;
  const isWanted = Window === null && isAsked;
  useEffect(() => {
    if (!isWanted) return;
    loadPart(loadInfo).then(
      (loaded) => setWindow(() => loaded.InfoWindow),
      () => {
        if (instrumentWindows.info !== null) showToast(TEXTS.infoMissing, { tone: "warning" });
        closeInfo();
      },
    );
  }, [isWanted]);
  if (!isAsked || Window === null) return null;
  return (
    <FaultBoundary onFault={infoFailed}>
      <Window />
    </FaultBoundary>
  );
}

/** Windows on one instrument, which other parts of the app ask for (src/shared/instrument-windows.ts). */
export function InstrumentWindows() {
  return (
    <>
      <Ladders />
      <Info />
    </>
  );
}
