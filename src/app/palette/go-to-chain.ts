import type { useRouter } from "@tanstack/react-router";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";

/**
 * Opens an underlying's chain, of the nearest expiry unless one is named. On a chain page the view stays as it is, but for the
 * expiry: each underlying has its own.
 */
export function goToChain(
  router: ReturnType<typeof useRouter>,
  tradingsymbol: string,
  expiry?: string,
): void {
  const { pathname } = router.state.location;
  const to = pathname === PAGE_PATHS["widget-chain"] ? pathname : PAGE_PATHS["option-chain"];
  void router.navigate({
    to,
    search: ({ expiry: _, ...rest }) => ({
      ...(pathname === to ? rest : {}),
      tradingsymbol,
      ...(expiry === undefined ? {} : { expiry }),
    }),
  });
}
