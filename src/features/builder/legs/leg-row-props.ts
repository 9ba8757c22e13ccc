import type { PointerEvent } from "react";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Analyzer } from "../../../analyzer/analyzer.ts";
import type { LegFields } from "../../../strategy/legs/leg-fields.ts";

export interface LegRowProps extends LegFields {
  readonly place: number;
  readonly isLast: boolean;
  /** Whether the contract with the other type is listed and free. */
  readonly canSwap: boolean;
  readonly today: IsoDate | undefined;
  /** The lot rule's words where the quantity breaks it. */
  readonly lotRule: string | null;
  /** What dispatches, and tells why where nothing comes of it. */
  readonly act: Analyzer["dispatch"];
  /** Where another leg would land that is dragged over this one. */
  readonly drop: "before" | "after" | null;
  readonly isDragged: boolean;
  readonly onGrab: (event: PointerEvent<HTMLElement>, id: string) => void;
}
