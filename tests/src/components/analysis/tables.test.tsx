// @vitest-environment happy-dom
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GreeksTable } from "#src/components/analysis/tables/GreeksTable.tsx";
import { PayoffTable } from "#src/components/analysis/tables/PayoffTable.tsx";
import { PnlTable } from "#src/components/analysis/tables/PnlTable.tsx";
import type { GreeksRow, PayoffRow, PnlRow } from "#src/components/analysis/types.ts";

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
const show = (view: ReactElement): void => act(() => root.render(view));
const texts = (selector: string): string[] =>
  [...host.querySelectorAll(selector)].map((each) => each.textContent ?? "");

const ready = { kind: "ready" } as const;
const payoffRow = (at: number, target: number | null, expiry: number | null): PayoffRow => ({
  at,
  payoff_at_target: target,
  payoff_at_expiry: expiry,
  percent_diff_from_current_price: at / 24_000 - 1,
});
const payoffTable = {
  status: ready,
  isStale: false,
  percentOf: null,
  decimals: 2,
  targetTime: Date.UTC(2026, 10, 23, 6, 30),
  expiry: "2026-11-24",
};

describe("the payoff table", () => {
  test("says price, distance and P&L at both dates, with a sign that is no hyphen, and -- for unknown", () => {
    show(
      <PayoffTable {...payoffTable} rows={[payoffRow(23_760, -1234.5, null), payoffRow(24_000, 80, 0)]} />,
    );
    expect(texts("tbody tr:first-child > *")).toEqual(["23,760.00", "−1.0%", "−1,235", "--"]);
    expect(texts("tbody tr:last-child > *")).toEqual(["24,000.00", "Spot", "+80", "0"]);
    expect(texts("thead th")).toEqual(["Price₹", "From spot", "P&L 23 Nov 12:00₹", "P&L at expiry 24 Nov₹"]);
  });

  test("says the share of the capital too when it is asked for", () => {
    show(<PayoffTable {...payoffTable} percentOf={50_000} rows={[payoffRow(24_000, -500, 250)]} />);
    expect(texts("tbody td")).toEqual(["Spot", "−500.00", "−1.00%", "+250.00", "0.50%"]);
    show(<PayoffTable {...payoffTable} percentOf={0} rows={[payoffRow(24_000, -500, 250)]} />);
    expect(texts("tbody td")[2]).toBe("--");
  });

  test("chooses the step between rows", () => {
    const onSelect = vi.fn();
    const interval = { options: [0.005, 0.01], selected: 0.01, onSelect };
    show(<PayoffTable {...payoffTable} rows={[]} interval={interval} />);
    const buttons = [...host.querySelectorAll("button")];
    expect(buttons.map((each) => [each.textContent, each.getAttribute("aria-pressed")])).toEqual([
      ["0.5%", "false"],
      ["1.0%", "true"],
    ]);
    act(() => buttons[0]!.click());
    expect(onSelect).toHaveBeenCalledWith(0.005);
  });

  test("keeps its shape while it waits, teaches when it is empty, and offers another try", () => {
    show(<PayoffTable {...payoffTable} status={{ kind: "loading" }} rows={[]} />);
    expect(host.querySelector("table")?.getAttribute("aria-busy")).toBe("true");
    expect(texts("tbody tr").length).toBeGreaterThan(2);
    show(<PayoffTable {...payoffTable} status={{ kind: "empty", text: "Add a leg" }} rows={[]} />);
    expect(host.querySelector("table")).toBeNull();
    expect(host.textContent).toContain("Add a leg");
    const onRetry = vi.fn();
    show(<PayoffTable {...payoffTable} status={{ kind: "error", text: "Oops!", onRetry }} rows={[]} />);
    expect(host.querySelector('[role="alert"]')?.textContent).toContain("Oops!");
    act(() => host.querySelector("button")!.click());
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

const named = { quantityText: "2 lots", isSelected: true, isExpired: false };

describe("the P&L table", () => {
  const row: PnlRow = {
    ...named,
    id: "a",
    name: "24 Nov 24,500 CE",
    quantity: -130,
    kind: "trade",
    targetPrice: 81.4,
    entryPrice: 118.05,
    lastPrice: null,
    targetPnl: 4764.5,
    bookedPnl: null,
  };

  test("has a row a leg and a total, prices with their decimals and P&L in whole rupees", () => {
    show(
      <PnlTable
        rows={[row]}
        totals={{ targetPnl: 4764.5, bookedPnl: 0 }}
        status={ready}
        isStale={false}
        percentOf={null}
        decimals={2}
      />,
    );
    expect(texts("tbody td")).toEqual(["81.40", "118.05", "--", "+4,765", "--"]);
    expect(texts("tbody th")[0]).toContain("Sell24 Nov 24,500 CE2 lots");
    expect(texts("tfoot td")).toEqual(["", "+4,765", "0"]);
  });

  test("says of a row in words what is special about it", () => {
    const rows = [{ ...row, kind: "position" as const, isSelected: false, isExpired: true }];
    const totals = { targetPnl: null, bookedPnl: null };
    show(<PnlTable rows={rows} totals={totals} status={ready} isStale percentOf={null} decimals={2} />);
    expect(texts("tbody th")[0]).toContain("PositionExpiredLeft out");
    expect(host.querySelector("table")?.dataset.stale).toBe("true");
    expect(texts("tfoot td")).toEqual(["", "--", "--"]);
  });
});

test("the greeks table says of a leg that is over what its delta is, and that the total leaves it out", () => {
  const figures = { delta: 65, gamma: 0, theta: 0, decay: 0, vega: 0 };
  const totals = { ...figures, delta: 0 };
  const row = { ...named, ...figures, id: "a", name: "a", quantity: 65, iv: null };
  const note = () => host.querySelector("[data-testid=greeks-table-note]")?.textContent ?? null;
  const table = (isExpired: boolean, countedFor: "whole" | "unit") => (
    <GreeksTable
      rows={[{ ...row, isExpired }]}
      totals={totals}
      status={ready}
      isStale={false}
      countedFor={countedFor}
    />
  );
  show(table(false, "whole"));
  expect(note()).toBeNull();
  show(table(true, "whole"));
  expect(note()).toMatch(/^A leg that is over .* The total leaves it out/);
  show(table(true, "unit"));
  expect(note()).toMatch(/^Counted for one unit a lot, .* A leg that is over/);
  expect(texts("tbody td")[1]).toBe("+65.00");
  expect(texts("tfoot td")[1]).toBe("0.00");
});

test("the greeks table has one precision a column, that of its largest figure", () => {
  const row = (id: string, delta: number, gamma: number): GreeksRow => ({
    ...named,
    id,
    name: id,
    quantity: 65,
    iv: 0.135,
    delta,
    gamma,
    theta: -812.4,
    decay: -790.2,
    vega: Number.NaN,
  });
  show(
    <GreeksTable
      rows={[row("a", 32.5, 0.0312), row("b", -4.25, 0.0008)]}
      totals={{ delta: 28.25, gamma: 0.032, theta: -1624.8, decay: -1580.4, vega: Number.NaN }}
      status={ready}
      isStale={false}
    />,
  );
  expect(texts("tbody tr:first-child td")).toEqual(["13.5", "+32.50", "+0.03120", "−812", "−790", "--"]);
  expect(texts("tbody tr:last-child td").slice(0, 3)).toEqual(["13.5", "−4.25", "+0.00080"]);
  expect(texts("tfoot td")).toEqual(["", "+28.25", "+0.03200", "−1,625", "−1,580", "--"]);
});
