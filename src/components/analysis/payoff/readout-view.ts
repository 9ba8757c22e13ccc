import {
  formatFixed,
  formatFlexible,
  formatSigned,
  formatSignedPct,
  formatSmart,
  UNKNOWN,
} from "#domain/format/number.ts";
import { expiryText, shortTime, signedMoney, toneOf } from "../figures.ts";
import { TEXTS } from "../texts.ts";
import type { HandPlace } from "./hand-canvas.ts";
import type { PlotState } from "./plot-state.ts";
import css from "./Readout.module.css";
import { type Readout, readoutAt, valueAt } from "./readout.ts";

const NAMES = ["price", "fromSpot", "sigmas", "atExpiry", "atTarget", "change", "oi", "greek"] as const;
type Name = (typeof NAMES)[number];

interface Field {
  readonly row: HTMLElement;
  readonly label: Text;
  readonly value: Text;
}

/** A field as it is to be read; null where it has no place now. */
interface Written {
  readonly label: string;
  readonly value: string;
  readonly tone: "up" | "down" | "";
}

/** Where a value stands on the hand's canvas, CSS pixels. */
interface Spot {
  readonly x: number;
  readonly baseline: number;
}

/** The figures over the plot, and the same in words for those who do not see it. */
interface ReadoutView {
  /** At the crosshair, else at the target price. */
  show(state: PlotState): void;
  /** Values are drawn on a canvas over them from now on, where they stand now; null: no more. */
  lift(place: HandPlace | null): void;
  /** The values alone, in CSS pixels. */
  paint(ctx: CanvasRenderingContext2D, state: PlotState): void;
  /** Read out once the keys rest. */
  say(state: PlotState): void;
  destroy(): void;
}

/** Keys follow one another faster than words. */
const REST_MS = 300;

const writeText = (text: Text, next: string): void => {
  if (text.data !== next) text.data = next;
};

function makeField(host: HTMLElement, name: Name): Field {
  const row = document.createElement("div");
  row.className = css.field ?? "";
  row.dataset.name = name;
  const label = document.createElement("span");
  label.className = css.label ?? "";
  const value = document.createElement("b");
  value.className = css.value ?? "";
  const texts = { label: document.createTextNode(""), value: document.createTextNode(UNKNOWN) };
  label.append(texts.label);
  value.append(texts.value);
  row.append(label, value);
  host.append(row);
  return { row, ...texts };
}

/** @param said a live region */
export function createReadout(host: HTMLElement, said: HTMLElement): ReadoutView {
  const fields = Object.fromEntries(NAMES.map((name) => [name, makeField(host, name)])) as Record<
    Name,
    Field
  >;
  const scratch = document.createElement("canvas").getContext("2d")!;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function write(name: Name, written: Written | null): void {
    const { row, label, value } = fields[name];
    if (row.hidden !== (written === null)) row.hidden = written === null;
    if (written === null) return;
    writeText(label, written.label);
    writeText(value, written.value);
    if (row.dataset.tone !== written.tone) row.dataset.tone = written.tone;
  }

  let spots: Partial<Record<Name, Spot>> = {};
  let font = "";

  /** @param height of its line */
  function spotOf({ left, top, height }: DOMRect, place: HandPlace, letters: TextMetrics): Spot {
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = letters;
    const baseline = Math.round(top - place.top + (height - above - below) / 2 + above);
    return { x: left - place.left, baseline };
  }

  return {
    show(state) {
      const all = writtenAt(state);
      for (const name of NAMES) write(name, all[name]);
    },
    lift(place) {
      if (place === null) {
        delete host.dataset.inHand;
        return;
      }
      host.dataset.inHand = "";
      const value = fields.price.value.parentElement!;
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(value);
      font = `${fontWeight} ${fontSize} ${fontFamily}`;
      scratch.font = font;
      const letters = scratch.measureText(UNKNOWN);
      spots = {};
      for (const name of NAMES) {
        const { row, value: text } = fields[name];
        if (!row.hidden) spots[name] = spotOf(text.parentElement!.getBoundingClientRect(), place, letters);
      }
    },
    paint(ctx, state) {
      const { colours } = state.theme;
      const all = writtenAt(state);
      ctx.font = font;
      ctx.textAlign = "left";
      ctx.textBaseline = "alphabetic";
      for (const name of NAMES) {
        const written = all[name];
        const spot = spots[name];
        if (written === null || spot === undefined) continue;
        ctx.fillStyle = written.tone === "" ? colours.ink : colours[written.tone];
        ctx.fillText(written.value, spot.x, spot.baseline);
      }
    },
    say(state) {
      clearTimeout(rest);
      rest = setTimeout(() => {
        said.textContent = spoken(readoutAt(state.view, readoutPrice(state)), state);
      }, REST_MS);
    },
    destroy() {
      clearTimeout(rest);
      host.replaceChildren();
      said.textContent = "";
    },
  };
}

function oiAt(at: Readout, { options, view }: PlotState): Written | null {
  // While something is in the hand its place is that of the change: the plot below does not move.
  if (view.oi === null || options.oiMode === "off" || view.ghost !== null) return null;
  const { oi, oiChange, pair } = TEXTS.readout;
  const [call, put] = [formatFlexible(at.oi?.call), formatFlexible(at.oi?.put)];
  const strike = at.oi === null ? "" : ` ${formatFixed(at.oi.strike, 0)}`;
  return plain((options.oiMode === "change" ? oiChange : oi) + strike, pair(call, put));
}

function greekAt(at: Readout, { greekCurve }: PlotState["view"]): Written | null {
  if (greekCurve === null) return null;
  const value = valueAt(greekCurve.prices, greekCurve.values, at.price);
  return plain(TEXTS.greeks[greekCurve.greek], formatSmart(value));
}

const plain = (label: string, value: string): Written => ({ label, value, tone: "" });
const money = (label: string, rupees: number): Written => ({
  label,
  value: signedMoney(rupees),
  tone: toneOf(rupees) ?? "",
});

function writtenAt(state: PlotState): Readonly<Record<Name, Written | null>> {
  const { view, options } = state;
  const at = readoutAt(view, readoutPrice(state));
  const { readout } = TEXTS;
  const { payload } = view;
  const time = payload === null ? "" : shortTime(payload.selected_target_datetime);
  return {
    price: plain(readout.price, formatFixed(at.price, options.decimals)),
    fromSpot: plain(readout.fromSpot, formatSignedPct(at.fromSpot)),
    sigmas: plain(readout.sigmas, readout.inSigmas(formatSigned(at.sigmas, 2))),
    atExpiry: money(readout.onExpiry(expiryText(payload?.expiry ?? null)), at.atExpiry),
    atTarget: money(readout.onTarget(time), at.atTarget),
    change: view.ghost === null ? null : money(readout.change, at.change.atTarget),
    oi: oiAt(at, state),
    greek: greekAt(at, view),
  };
}

const readoutPrice = ({ crosshair, view }: PlotState): number =>
  Number.isNaN(crosshair) ? view.target : crosshair;

function spoken(at: Readout, { options, view }: PlotState): string {
  return TEXTS.readout.said(
    formatFixed(at.price, options.decimals),
    formatSignedPct(at.fromSpot),
    formatSigned(at.sigmas, 1),
    signedMoney(at.atTarget),
    signedMoney(at.atExpiry),
    view.ghost === null ? null : signedMoney(at.change.atTarget),
  );
}
