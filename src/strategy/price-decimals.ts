import type { UnderlyingKind } from "#domain/instruments/types.ts";

/** Decimals of premiums: a currency's tick is a quarter of a paisa. */
export const priceDecimals = (kind: UnderlyingKind | undefined): number => (kind === "currency" ? 4 : 2);
