import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";

/** Answers about the account, kept while the app runs. A failed call has said why: it is tried again by hand. */
const client = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: true } },
});

/** A page with the query library around it; only such pages load it. */
export function withQueries(Page: ComponentType): ComponentType {
  return function WithQueries() {
    return (
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    );
  };
}

/** One account's answers are not another's: call when the account changes. */
export function forgetAnswers(): void {
  client.clear();
}
