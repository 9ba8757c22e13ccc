import { inLanguage } from "../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: "P&L by price and date",
    hint: "Press a cell to make it the target; arrow keys go from cell to cell.",
    price: "Price",
    now: "Now",
    spot: "Spot",
    steps: "Rows",
    stepNames: { strikes: "Strikes", sigma: "½ σ" },
    unit: "Figures",
    units: { rupees: "₹", percent: "% of capital" },
    thousands: (figure: string) => `${figure}K`,
    cell: (price: string, date: string, pnl: string) => `${price}, ${date}: ${pnl}`,
    missing: "The heat table is computed in your browser, which has no market of these legs yet.",
    coming: "Computing…",
  },
});
