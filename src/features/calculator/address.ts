/** The address is the calculator's state (rule CALC-1). */

import { istClock, istDate, istInstant } from "#domain/calendar/ist.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import {
  BOUNDS,
  type Inputs,
  isWithin,
  NOTHING,
  type NumberInput,
  TIME_BOUNDS,
  type TimeInput,
} from "./inputs.ts";

export interface CalculatorSearch {
  /** Tradingsymbol of a contract, or symbol of an underlying; null: the address names none. */
  readonly symbol: string | null;
  readonly inputs: Inputs;
  /** It says something of the option itself, if only a part. */
  readonly hasInputs: boolean;
}

export const NUMBERS = ["price", "strike", "iv", "rate", "premium"] as const satisfies readonly NumberInput[];
const TIMES = ["expiry", "at"] as const satisfies readonly TimeInput[];

/** A moment as India's clocks show it, to the minute: "2026-11-24T15:30". */
export const momentText = (ms: number): string => `${istDate(ms)}T${istClock(ms)}`;

/** @returns null for what is none, or lies beyond all calendars */
export function readMoment(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text);
  if (match === null) return null;
  try {
    const ms = istInstant(match[1]!, match[2]!);
    return isWithin(ms, TIME_BOUNDS) ? ms : null;
  } catch {
    return null;
  }
}

function readNumber(text: string | null, name: NumberInput): number | null {
  if (text === null || !/^-?\d{1,9}(?:\.\d{1,8})?$/.test(text)) return null;
  const value = Number(text);
  return isWithin(value, BOUNDS[name]) ? value : null;
}

const pick = <T extends string>(text: string | null, ...allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === text);

export function parseCalculatorSearch(params: URLSearchParams): CalculatorSearch {
  const symbol = params.get("tradingsymbol") ?? "";
  const inputs: Record<string, unknown> = { ...NOTHING };
  inputs.basis = pick(params.get("basis"), "spot", "future") ?? NOTHING.basis;
  inputs.side = pick<OptionType>(params.get("side"), "CE", "PE") ?? NOTHING.side;
  for (const name of NUMBERS) inputs[name] = readNumber(params.get(name), name);
  for (const name of TIMES) inputs[name] = readMoment(params.get(name) ?? "");
  return {
    symbol: /^[A-Z0-9&.-]{1,40}$/i.test(symbol) ? symbol.toUpperCase() : null,
    inputs: inputs as unknown as Inputs,
    hasInputs: [...NUMBERS, ...TIMES].some((name) => inputs[name] !== null),
  };
}

/** Digits without an exponent, as many as there are up to eight decimals. */
const plain = (value: number): string => String(Number(value.toFixed(8)));

/** The query that says all of it; "" when there is nothing to say. */
export function writeCalculatorSearch(symbol: string | null, inputs: Inputs): string {
  const params = new URLSearchParams();
  if (symbol !== null) params.set("tradingsymbol", symbol);
  const isEmpty = [...NUMBERS, ...TIMES].every((name) => inputs[name] === null);
  if (!isEmpty) {
    params.set("basis", inputs.basis);
    params.set("side", inputs.side);
    for (const name of NUMBERS) if (inputs[name] !== null) params.set(name, plain(inputs[name]));
    for (const name of TIMES) if (inputs[name] !== null) params.set(name, momentText(inputs[name]));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
