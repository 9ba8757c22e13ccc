import { createContext } from "react";

/** Of the plots inside, px, where they have to do with less room than on a page; undefined: their own. */
export const ChartHeight = createContext<number | undefined>(undefined);
