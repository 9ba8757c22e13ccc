/** Where a value first is not of the shape: "" itself, ".data[3].id" inside it; null where it is. */
export type Shape = (value: unknown) => string | null;

// Apart from the shapes that are made of others: code that reads nothing of an answer loads these few alone.
export const any: Shape = () => null;
export const nothing: Shape = (value) => (value === null ? null : "");
export const flag: Shape = (value) => (typeof value === "boolean" ? null : "");
export const text: Shape = (value) => (typeof value === "string" ? null : "");
export const number: Shape = (value) => (Number.isFinite(value) ? null : "");
export const integer: Shape = (value) => (Number.isInteger(value) ? null : "");
