import "../../../src/components/theme/tokens.css";
import "../../../src/components/theme/fonts.css";
import "../../../src/components/theme/base.css";
import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { ChainGrid } from "#src/features/chain/ChainGrid.tsx";
import { type RendererChoice, rendererState } from "#src/features/chain/renderer-state.ts";
import { createChainState, ShownChain } from "#src/features/chain/shown-chain.ts";
import { LOOK } from "./columns.ts";

function Page() {
  const [state] = useState(createChainState);
  const choice = useMemo(
    () =>
      ({
        underlying: 256265,
        expiry: "2026-11-24",
        view: "all",
        above: 60,
        below: 60,
        hundreds: false,
      }) as const,
    [],
  );
  return (
    <ShownChain value={state}>
      <ChainGrid
        choice={choice}
        view="all"
        look={LOOK}
        size="small"
        failed={null}
        isCurrency={false}
        listedStep={50}
      />
    </ShownChain>
  );
}

/** The product's own grid, mirror for screen readers included, with the painter that is asked for. */
export function mountOurs(root: HTMLElement, renderer: RendererChoice): void {
  rendererState.choice = renderer;
  createRoot(root).render(<Page />);
}
