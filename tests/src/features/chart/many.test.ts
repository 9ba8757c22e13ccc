import { describe, expect, test } from "vitest";
import { parseChartSearch, writeChartSearch } from "#src/features/chart/address/address.ts";
import { readBeside, writeBeside } from "#src/features/chart/many/beside-address.ts";
import { createCursorLink, placeAt } from "#src/features/chart/many/cursor-link.ts";
import { changeOf, NOTHING_KEPT, panesOf, searchOf, without } from "#src/features/chart/many/panes.ts";

const search = parseChartSearch(
  new URLSearchParams("tradingSymbol=NIFTY&interval=5&shape=line&view=1-2&beside=RELIANCE_60*BANKNIFTY"),
);

describe("[CHART-20] charts beside the first one", () => {
  test("are read with their bars, five minutes without, and written the same", () => {
    const { panes, tooMany } = readBeside("RELIANCE_60*banknifty*M&M_1D");
    expect(panes).toEqual([
      { symbol: "RELIANCE", interval: "60" },
      { symbol: "BANKNIFTY", interval: "5" },
      { symbol: "M&M", interval: "1D" },
    ]);
    expect(tooMany).toBe(false);
    expect(writeBeside(panes)).toBe("RELIANCE_60*BANKNIFTY_5*M&M_1D");
    expect(writeBeside([])).toBeNull();
  });

  test("that cannot be read are left out, and more than three are too many", () => {
    expect(readBeside("<b>*_60**").panes).toEqual([]);
    expect(readBeside("A*B*C*D")).toMatchObject({ tooMany: true, panes: { length: 3 } });
    expect(readBeside(null)).toEqual({ panes: [], tooMany: false });
  });

  test("stand in the address, and one chart's says nothing of them", () => {
    expect(writeChartSearch(search)).toContain("beside=RELIANCE_60*BANKNIFTY");
    expect(parseChartSearch(new URLSearchParams("tradingSymbol=NIFTY")).beside).toBeNull();
  });

  test("have instrument, bars and view of their own, and all else in common", () => {
    const { panes } = panesOf(search);
    expect(panes.map(({ symbol }) => symbol)).toEqual(["NIFTY", "RELIANCE", "BANKNIFTY"]);
    expect(searchOf(search, panes, 0, NOTHING_KEPT)).toBe(search);
    expect(searchOf(search, panes, 1, NOTHING_KEPT)).toMatchObject({
      symbol: "RELIANCE",
      interval: "60",
      shape: "line",
      view: null,
    });
    expect(changeOf(panes, 2, { interval: "1D", view: null })).toEqual({
      address: { beside: "RELIANCE_60*BANKNIFTY_1D" },
      kept: { view: null },
    });
    expect(changeOf(panes, 1, { isLog: true })).toEqual({ address: { isLog: true }, kept: {} });
  });

  test("take the place of the first one when that is closed", () => {
    const { panes } = panesOf(search);
    expect(without(panes, 0, { date: null, view: "all" })).toEqual({
      symbol: "RELIANCE",
      interval: "60",
      unknownInterval: null,
      date: null,
      view: "all",
      beside: "BANKNIFTY_5",
    });
    expect(without(panes, 2, NOTHING_KEPT)).toEqual({ beside: "RELIANCE_60" });
  });
});

describe("[CHART-20] cursors together", () => {
  test("a time is in the bar that has begun by then", () => {
    expect([5, 10, 14, 20, 99].map((time) => placeAt([10, 15, 20], time))).toEqual([-1, 0, 0, 2, 2]);
    expect(placeAt([], 5)).toBe(-1);
  });

  test("lead those of the others and are not led back, and let go of a chart that is closed", () => {
    const link = createCursorLink();
    const moved: [string, number][] = [];
    const member = (name: string, times: readonly number[]) => {
      const own = link.join();
      const frame = {
        moveCursor(place: number) {
          moved.push([name, place]);
          own.moved(place);
        },
      };
      own.drawn(frame, { times });
      return own;
    };
    const five = member("five", [0, 5, 10, 15]);
    const fifteen = member("fifteen", [0, 15]);
    five.moved(2);
    fifteen.moved(1);
    five.moved(-1);
    expect(moved.splice(0)).toEqual([
      ["fifteen", 0],
      ["five", 3],
      ["fifteen", -1],
    ]);
    fifteen.leave();
    five.moved(3);
    expect(moved).toEqual([]);
  });
});
