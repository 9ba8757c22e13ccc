/** IV by strike now and at a close, as it is drawn and listed (rule IV-10). Fractions; null is not known. Pure. */

import type { IvTermResponse } from "#protocol/http/iv-history.ts";

export type Smile = NonNullable<IvTermResponse["payload"]["smile"]>;

export interface SmileRow {
  /** rupees */
  readonly strike: number;
  readonly now: number | null;
  readonly close: number | null;
}

/** Strikes of which something is known, those nearest the forward, ascending. */
export function smileRows(
  { strikes, now, close, forward, close_forward }: Smile,
  most: number,
): readonly SmileRow[] {
  const known = strikes.flatMap((strike, i): SmileRow[] => {
    const row = { strike, now: now[i] ?? null, close: close?.[i] ?? null };
    return row.now === null && row.close === null ? [] : [row];
  });
  const money = forward ?? close_forward;
  if (money === null || known.length <= most) return known.slice(0, most);
  const away = ({ strike }: SmileRow) => Math.abs(strike - money);
  return known
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, most)
    .sort((a, b) => a.strike - b.strike);
}

export interface SmilePicture {
  /** SVG paths in a box of 0 to 100, the top being 0; a strike that is not known breaks neither line open nor shut: the next known one follows */
  readonly now: string;
  readonly close: string;
  /** from the least to the greatest, fractions */
  readonly least: number;
  readonly greatest: number;
  /** of the forward now, 0 to 100; null outside the strikes */
  readonly forward: number | null;
}

/** null where fewer than two strikes are known: that is no line. */
export function smilePicture(rows: readonly SmileRow[], forward: number | null): SmilePicture | null {
  const [first, last] = [rows[0]?.strike ?? 0, rows.at(-1)?.strike ?? 0];
  const ivs = rows.flatMap(({ now, close }) => [now, close].filter((iv) => iv !== null));
  if (!(last > first) || ivs.length < 2) return null;
  const [low, high] = [Math.min(...ivs), Math.max(...ivs)];
  const room = Math.max(0.002, (high - low) * 0.08);
  const [least, greatest] = [Math.max(0, low - room), high + room];
  const x = (strike: number): number => ((strike - first) / (last - first)) * 100;
  const y = (iv: number): number => ((greatest - iv) / (greatest - least)) * 100;
  const path = (of: "now" | "close"): string =>
    rows
      .flatMap((row) => {
        const iv = row[of];
        return iv === null ? [] : [`${x(row.strike).toFixed(2)} ${y(iv).toFixed(2)}`];
      })
      .map((point, i) => `${i === 0 ? "M" : "L"}${point}`)
      .join("");
  const at = forward === null ? Number.NaN : x(forward);
  return {
    now: path("now"),
    close: path("close"),
    least,
    greatest,
    forward: at >= 0 && at <= 100 ? at : null,
  };
}
