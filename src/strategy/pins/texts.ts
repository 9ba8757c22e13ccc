import { inLanguage } from "../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: "Pinned prices",
    marks: "Pin breakevens and ±1 σ",
    target: "Pin target price",
    full: "Six prices are pinned: unpin one first",
    price: "Price",
    fromSpot: "From spot",
    now: "Now",
    atTarget: (time: string) => `Target ${time}`,
    atExpiry: (date: string | null) => (date === null ? "At expiry" : `Expiry ${date}`),
    delta: (delta: string) => `Δ ${delta}`,
    deltaName: "Delta",
    unpin: (price: string) => `Unpin ${price}`,
    remove: "Unpin",
    missing: "The figures are computed in your browser, which has no market of these legs yet.",
  },
});
