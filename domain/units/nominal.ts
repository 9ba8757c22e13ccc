/** Numbers that must not be mixed get names; the brand exists only for the compiler. */
declare const brand: unique symbol;

export type Nominal<T, N extends string> = T & { readonly [brand]?: N };

/** Integer, 1/100 rupee: ledger money. */
export type Paise = Nominal<number, "Paise">;

/** ACT/365 year fraction. */
export type Years = Nominal<number, "Years">;

/** A calendar day in India, "YYYY-MM-DD". Compares correctly as text. */
export type IsoDate = string;
