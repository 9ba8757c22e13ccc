// @vitest-environment happy-dom
/** Which strikes live charts are of, chosen as on the page: the address is what the test reads. */
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { type ContractList, createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import { MOST_STRIKES } from "#protocol/http/chart-limits.ts";
import { type LiveSearch, parseLiveSearch, writeLiveSearch } from "#src/features/live-charts/address.ts";
import type { LivePage } from "#src/features/live-charts/live-page.ts";
import { live } from "#src/live/live-state.ts";
import type { EngineHealth } from "#workers/engine/api.ts";
import { NIFTY, NOW } from "../../info/world.ts";

const told = vi.hoisted(() => ({ listed: null as ContractList | null }));
vi.mock("#src/live/use-listed.ts", () => ({ useListed: () => told.listed }));
const { StrikePick } = await import("#src/features/live-charts/controls/StrikePick.tsx");

const [NEAR, FAR] = ["2026-11-24", "2026-12-01"] as const;

function calls(expiry: string, strikes: readonly number[]): LegContract[] {
  return strikes.map((strike, i) => ({
    token: Number(expiry.slice(-2)) * 1_000 + i,
    tradingsymbol: `NIFTY ${expiry} ${strike} CE`,
    type: "CE",
    strike,
    expiry,
    expiryInstant: istInstant(expiry, "15:30"),
    lotSize: 65,
    multiplier: 1,
  }));
}
const from = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => first + step * i);
const LISTED = createContractList([
  ...calls(NEAR, from(24_000, 9, 50)),
  ...calls(FAR, [24_000, 24_162.5, 24_500]),
]);

/** What the address asks for, as it was last written. */
let written = "";
interface Shown {
  readonly address: string;
  readonly expiry?: string;
  readonly spot?: number;
}
function Host({ address, expiry, spot = 24_231 }: Shown) {
  const [search, setSearch] = useState(() => parseLiveSearch(new URLSearchParams(address)));
  const set: LivePage["set"] = (changes) =>
    setSearch((now) => {
      const next: LiveSearch = { ...now, ...changes };
      written = writeLiveSearch(next).replace("?", "");
      return next;
    });
  const page: LivePage = { search, set, underlying: NIFTY, expiry: expiry ?? null, isStale: false };
  return <StrikePick page={page} spot={spot} />;
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  told.listed = LISTED;
  written = "";
  live.health = { marketTime: NOW } as EngineHealth;
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.body.firstElementChild!);
});
afterEach(() => {
  act(() => root.unmount());
  live.health = null;
  vi.unstubAllGlobals();
});

const show = (shown: Shown) => act(async () => root.render(<Host {...shown} />));
const part = <T extends HTMLElement = HTMLElement>(id: string) =>
  document.querySelector<T>(`[data-testid="${id}"]`);
const pick = (id: "live-strikes" | "live-add-strike", value: string) =>
  act(async () => {
    const select = part<HTMLSelectElement>(id)!;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
const options = (id: "live-strikes" | "live-add-strike") =>
  [...part<HTMLSelectElement>(id)!.options].map(({ value, text }) => (value === "" ? `(${text})` : text));
const chosen = () => [...(part("live-chosen")?.querySelectorAll("li") ?? [])].map((li) => li.textContent);
const leaveOut = (strike: string) =>
  act(async () => {
    const button = document.querySelector<HTMLElement>(`[aria-label="Leave out strike ${strike}"]`)!;
    button.focus();
    button.click();
    await new Promise((done) => setTimeout(done));
  });

test("[LCHART-12] all strikes, so many around the money, or chosen ones: each choice takes the place of the other", async () => {
  await show({ address: "" });
  expect(part<HTMLSelectElement>("live-strikes")!.value).toBe("");
  expect(options("live-strikes")).toEqual([
    "(All)",
    ...[1, 2, 3, 5, 10, 15, 20].map((count) => `ATM ± ${count}`),
    "Chosen strikes",
  ]);
  expect(part("live-chosen")).toBeNull();
  await pick("live-strikes", "5");
  expect(written).toBe("around=5");
  // The first that is chosen is the one nearest to the spot, here 24,231.
  await pick("live-strikes", "chosen");
  expect(written).toBe("strikes=24250");
  expect([chosen(), part<HTMLSelectElement>("live-strikes")!.value]).toEqual([["24,250"], "chosen"]);
  await pick("live-strikes", "2");
  expect([written, chosen()]).toEqual(["around=2", []]);
  await pick("live-strikes", "");
  expect(written).toBe("");
});

test("[LCHART-12] strikes are added from those of the expiry that are not chosen yet, and stand in their order", async () => {
  await show({ address: "strikes=24200" });
  expect(options("live-add-strike")).toEqual([
    "(Add a strike…)",
    ..."24,000 24,050 24,100 24,150 24,250 24,300 24,350 24,400".split(" "),
  ]);
  await pick("live-add-strike", "24350");
  await pick("live-add-strike", "24050");
  expect(written).toBe("strikes=24050_24200_24350");
  expect(chosen()).toEqual(["24,050", "24,200", "24,350"]);
  expect(options("live-add-strike")).not.toContain("24,350");
  // The list says what it does, and goes back to it.
  expect(part<HTMLSelectElement>("live-add-strike")!.value).toBe("");
});

test("[LCHART-12] the strikes offered are of the expiry that is shown, and without one of the first that trades", async () => {
  await show({ address: "strikes=24200", expiry: FAR });
  expect(options("live-add-strike").slice(1)).toEqual(["24,000", "24,162.50", "24,500"]);
  act(() => root.unmount());
  root = createRoot(document.body.firstElementChild!);
  live.health = { marketTime: istInstant(NEAR, "15:31") } as EngineHealth;
  await show({ address: "strikes=24200" });
  expect(options("live-add-strike").slice(1)).toEqual(["24,000", "24,162.50", "24,500"]);
});

test("[LCHART-12] a strike that is left out hands the keys to the next one, and the last one to the choice", async () => {
  await show({ address: "strikes=24050_24200_24350" });
  await leaveOut("24,200");
  expect(written).toBe("strikes=24050_24350");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Leave out strike 24,350");
  await leaveOut("24,350");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Leave out strike 24,050");
  await leaveOut("24,050");
  expect([written, part("live-chosen")]).toEqual(["", null]);
  expect(document.activeElement).toBe(part("live-strikes"));
});

test("[LCHART-12] a number of strikes that only an address says is among the choices", async () => {
  await show({ address: "around=7" });
  expect(part<HTMLSelectElement>("live-strikes")!.value).toBe("7");
  expect(options("live-strikes").slice(3, 7)).toEqual(["ATM ± 3", "ATM ± 5", "ATM ± 7", "ATM ± 10"]);
});

test("[LCHART-12] no more are added than charts are of, and the list says how many that is", async () => {
  told.listed = createContractList(calls(NEAR, from(20_000, 60, 50)));
  await show({ address: `strikes=${from(20_000, MOST_STRIKES - 1, 50).join("_")}` });
  const add = () => part<HTMLSelectElement>("live-add-strike")!;
  expect([add().disabled, add().title]).toEqual([false, "At most 40; IV of at most 6 is drawn"]);
  await pick("live-add-strike", "22500");
  expect([chosen().length, add().disabled]).toEqual([MOST_STRIKES, true]);
  await leaveOut("20,000");
  expect(add().disabled).toBe(false);
});

test("[LCHART-12] without a spot the middle of the list is the first chosen; before anything is listed none can be", async () => {
  await show({ address: "", spot: Number.NaN });
  await pick("live-strikes", "chosen");
  expect(written).toBe("strikes=24200");
  act(() => root.unmount());
  root = createRoot(document.body.firstElementChild!);
  told.listed = null;
  await show({ address: "" });
  const own = [...part<HTMLSelectElement>("live-strikes")!.options].find(({ value }) => value === "chosen");
  expect(own?.disabled).toBe(true);
  // What an address has chosen is shown all the same, and can be left out.
  act(() => root.unmount());
  root = createRoot(document.body.firstElementChild!);
  await show({ address: "strikes=24200_24250" });
  expect(chosen()).toEqual(["24,200", "24,250"]);
  expect(part<HTMLSelectElement>("live-add-strike")!.disabled).toBe(true);
  await leaveOut("24,200");
  expect(written).toBe("strikes=24250");
});
