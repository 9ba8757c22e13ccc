/** A calendar day in India, "YYYY-MM-DD". Compares correctly as text. */
export type IsoDate = string;
