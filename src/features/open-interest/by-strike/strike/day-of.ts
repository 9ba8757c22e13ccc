/** One day out of what was told of several. Pure. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartSession, MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import type { Column } from "../../../../shared/time-charts/lines.ts";
import type { OverTimeTold } from "../../../../shared/time-charts/time-chart.tsx";

export interface DayOfContract {
  readonly side: "CE" | "PE";
  readonly times: readonly number[];
  /** units, rupees: at the end of each minute */
  readonly oi: Column;
  readonly price: Column;
  /** at the close before */
  readonly previousOi: number | null;
  readonly previousPrice: number | null;
}

export interface DayOfStrike extends OverTimeTold {
  readonly contracts: readonly DayOfContract[];
  /** of the session, epoch ms */
  readonly open: number;
}

const NOWHERE: readonly ChartSession[] = [];

/** @param date null: the newest; @returns null where it is not among what was told */
export function dayOf(told: MultistrikeOiResponse["payload"], date: IsoDate | null): DayOfStrike | null {
  const { sessions = NOWHERE, times, series } = told;
  const session = date === null ? sessions.at(-1) : sessions.find((each) => each.date === date);
  if (session === undefined) return null;
  const first = times.findIndex((time) => time >= session.open);
  const past = times.findIndex((time) => time >= session.close);
  const [from, to] = [first < 0 ? times.length : first, past < 0 ? times.length : past];
  const isFirst = session === sessions[0];
  const own = times.slice(from, to);
  const contracts = series.flatMap(({ instrument_type: type, oi, price, previous_oi, previous_price }) =>
    type !== "CE" && type !== "PE"
      ? []
      : {
          side: type as "CE" | "PE",
          times: own,
          oi: oi.slice(from, to),
          price: price.slice(from, to),
          previousOi: isFirst ? previous_oi : (oi[from - 1] ?? null),
          previousPrice: isFirst ? previous_price : (price[from - 1] ?? null),
        },
  );
  return {
    times: own,
    running_at: session === sessions.at(-1) ? told.running_at : null,
    sessions: [session],
    contracts,
    open: session.open,
  };
}
