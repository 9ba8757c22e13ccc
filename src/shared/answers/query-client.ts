import { QueryClient } from "@tanstack/react-query";
import { onIdentityChange } from "../../session/keeper.ts";

/** First in the key of an answer that is one account's; its id comes next. */
export const OF_ACCOUNT = "account";

/**
 * The app's one query client (decision 0019): a module and no context, so that it comes with the first component that asks,
 * and a chain that asks nothing loads nothing of it. A failed call has said why: it is tried again by hand.
 */
export const queries = new QueryClient({
  defaultOptions: {
    // Our server may well run on a machine without a network: whether a call fails is for the call to say.
    queries: { networkMode: "always", staleTime: 30_000, retry: false },
    mutations: { networkMode: "always" },
  },
});

/** What was answered to another account is dropped, what is on its way included. */
onIdentityChange(() => {
  queries.removeQueries({ queryKey: [OF_ACCOUNT] });
  queries.getMutationCache().clear();
});
