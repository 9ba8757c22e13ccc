/** Whether what is drawn on the canvas is another picture. A target price that is dragged makes none: what follows it are elements. Pure. */

import type { PayoffFigures, PayoffView } from "../types.ts";

type Column = readonly (number | null)[] | null | undefined;

function isSameColumn(a: Column, b: Column): boolean {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The target price is one of the prices of its answer; the curves pass through it all the same. */
function isSameCurves(a: PayoffFigures, b: PayoffFigures): boolean {
  const [of, to] = [a.payoff_prices ?? [], b.payoff_prices ?? []];
  let i = 0;
  let j = 0;
  while (i < of.length || j < to.length) {
    const left = of[i] ?? Infinity;
    const right = to[j] ?? Infinity;
    if (left < right && left === a.selected_target_price) i++;
    else if (right < left && right === b.selected_target_price) j++;
    else if (
      left !== right ||
      a.payoffs_at_target?.[i] !== b.payoffs_at_target?.[j] ||
      a.payoffs_at_expiry?.[i] !== b.payoffs_at_expiry?.[j]
    )
      return false;
    else {
      i++;
      j++;
    }
  }
  return true;
}

function isSameFigures(a: PayoffFigures | null, b: PayoffFigures | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const [of, to] = [a.standard_deviation, b.standard_deviation];
  return (
    a.selected_target_datetime === b.selected_target_datetime &&
    a.expiry === b.expiry &&
    a.payoff_range.x_min === b.payoff_range.x_min &&
    a.payoff_range.x_max === b.payoff_range.x_max &&
    isSameColumn(Object.values(of), Object.values(to)) &&
    isSameColumn(a.breakevens_at_expiry, b.breakevens_at_expiry) &&
    isSameCurves(a, b)
  );
}

export function isSamePicture(a: PayoffView, b: PayoffView): boolean {
  return (
    a.ghost === b.ghost &&
    a.legs === b.legs &&
    a.oi === b.oi &&
    a.greekCurve === b.greekCurve &&
    a.overlays === b.overlays &&
    a.pins === b.pins &&
    Object.is(a.spot, b.spot) &&
    isSameFigures(a.payload, b.payload)
  );
}
