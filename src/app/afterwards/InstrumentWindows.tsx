import { type ComponentType, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { FaultBoundary } from "../../components/FaultBoundary.tsx";
import { loadPart } from "../../components/load-part.ts";
import { showToast } from "../../components/toast/toast.ts";
import { chartWindow, closeChart } from "../../shared/chart-window.ts";
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

interface OneProps {
  readonly isAsked: boolean;
  readonly load: () => Promise<ComponentType>;
  /** Said where its code cannot be had, and where it fails. */
  readonly missing: string;
  readonly failed: string;
  readonly close: () => void;
}

/** A window of which there is one: its code comes with the first press, which is told where it cannot be had. */
function One({ isAsked, load, missing, failed, close }: OneProps) {
  const [Window, setWindow] = useState<ComponentType | null>(null);
  const still = useRef(isAsked);
  still.current = isAsked;
  const isWanted = Window === null && isAsked;
  useEffect(() => {
    if (!isWanted) return;
    loadPart(load).then(
      (loaded) => setWindow(() => loaded),
      () => {
        if (still.current) showToast(missing, { tone: "warning" });
        close();
      },
    );
  }, [isWanted, load, missing, close]);
  if (!isAsked || Window === null) return null;
  return (
    // The page under the window, and what is worked on there, stays.
    <FaultBoundary
      onFault={() => {
        showToast(failed, { tone: "error" });
        close();
      }}
    >
      <Window />
    </FaultBoundary>
  );
}

const loadInfo = () => import("../../features/info/InfoWindow.tsx").then((m) => m.InfoWindow);
const loadChart = () => import("../../features/chart/window/ChartWindow.tsx").then((m) => m.ChartWindow);

/** Windows on one instrument, which other parts of the app ask for (src/shared/instrument-windows.ts and chart-window.ts). */
export function InstrumentWindows() {
  const { info } = useSnapshot(instrumentWindows);
  const { wanted } = useSnapshot(chartWindow);
  return (
    <>
      <Ladders />
      <One
        isAsked={info !== null}
        load={loadInfo}
        missing={TEXTS.infoMissing}
        failed={TEXTS.infoFailed}
        close={closeInfo}
      />
      <One
        isAsked={wanted !== null}
        load={loadChart}
        missing={TEXTS.chartMissing}
        failed={TEXTS.chartFailed}
        close={closeChart}
      />
    </>
  );
}
