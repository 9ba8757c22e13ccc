import { expect, test } from "vitest";
import { widgetPlace } from "#src/shared/widget/widget-place.ts";

const place = (pathname: string, search = "") => widgetPlace({ pathname, search });

test.each([
  ["/widget/builder/kite", "", "zerodha", "full"],
  ["/widget/builder/zerodha", "", "zerodha", "full"],
  ["/widget/builder/web", "?broker=zerodha", "zerodha", "full"],
  ["/widget/builder/kite", "?broker=angel", "angel_one", "compact"],
  ["/widget/builder/upstox", "", "upstox", "compact"],
  ["/widget/builder/icici", "", "icici_direct", null],
] as const)("[EMB-10] %s%s is the app of %s, %s", (pathname, search, name, mode) => {
  const found = place(pathname, search);
  expect([found?.broker?.name, found?.mode]).toEqual([name, mode]);
});

test.each([
  ["/widget/builder/web", ""],
  ["/widget/builder/web", "?broker=unknown"],
  ["/widget/builder/%3Cscript%3E", ""],
  ["/widget/option-chain", ""],
])("[EMB-10] %s%s names no broker", (pathname, search) => {
  expect(place(pathname, search)).toEqual({ broker: null, mode: null });
});

test("no other page is a widget", () => {
  expect(place("/option-strategy-builder", "?broker=zerodha")).toBeNull();
});
