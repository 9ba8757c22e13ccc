/** A page's path without the parameters at its end: its own first address. */
export const plainPath = (path: string): string => path.replace(/\/(?:\{-)?\$\w*\}?$/, "");
