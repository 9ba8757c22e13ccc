import { useRouter } from "@tanstack/react-router";
import { formatFixed } from "#domain/format/number.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { builderHref } from "../../../analyzer/opening/open-in-builder.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { pageStrategy, propose } from "../../../shared/chart-deals.ts";
import type { ChartedContract } from "./listed-contract.ts";
import { TEXTS } from "./texts.ts";

/**
 * Adds a lot of a contract to what is planned: to the strategy of the page where that is one of the same underlying, else it waits for the
 * builder (rule CHART-18). Nothing is placed.
 */
export function useDeal(
  charted: ChartedContract | null,
  decimals: number,
): (action: TradeAction, price: number) => void {
  const router = useRouter();
  return (action, price) => {
    if (charted === null) return;
    const { underlying, contract } = charted;
    const isOnPage = pageStrategy.underlying === underlying;
    propose({ underlying, contract, action, price });
    showToast(TEXTS.added(action, contract.tradingsymbol, formatFixed(price, decimals)), {
      detail: TEXTS.addedDetail,
      ...(!isOnPage && {
        action: {
          label: TEXTS.openBuilder,
          onPress: () => void router.navigate({ href: builderHref(underlying) }),
        },
      }),
    });
  };
}
