import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { showToast } from "../../components/toast/toast.ts";
import { instrumentWindows, MOST_LADDERS, nameOfContract } from "../../shared/instrument-windows.ts";
import { Ladder } from "./Ladder.tsx";
import { TEXTS } from "./texts.ts";

/** The books that are open, over whatever page is on screen. */
export function LadderLayer() {
  const { ladders, refusedLadders } = useSnapshot(instrumentWindows);
  const told = useRef(refusedLadders);
  useEffect(() => {
    if (told.current === refusedLadders) return;
    told.current = refusedLadders;
    showToast(TEXTS.tooMany(MOST_LADDERS), { tone: "warning" });
  }, [refusedLadders]);
  return ladders.map(({ slot, contract, asked }) => (
    <Ladder key={nameOfContract(contract)} slot={slot} contract={contract} asked={asked} />
  ));
}
