import { Suspense } from "react";
import { lazily } from "../../components/lazily.tsx";

const MarketRefused = lazily(() => import("./MarketRefused.tsx").then((m) => m.MarketRefused));

/** The same for pages that most visitors are given prices on: its code comes where it is shown. */
export const LazyMarketRefused = () => (
  <Suspense fallback={null}>
    <MarketRefused />
  </Suspense>
);
