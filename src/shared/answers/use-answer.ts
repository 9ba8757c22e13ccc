import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Call, CallInput } from "#protocol/http/call.ts";
import type { AnswerOf, Endpoint } from "#protocol/http/contract.ts";
import { accessRefusalOf } from "../../api/access-refusal.ts";
import { api } from "../../api/site-api.ts";
import { useIdentity } from "../../session/identity.ts";
import { OF_ACCOUNT, queries } from "./query-client.ts";

interface AnswerOptions<A, T>
  extends Pick<
    UseQueryOptions<A, Error, T>,
    "select" | "staleTime" | "gcTime" | "retry" | "retryDelay" | "refetchInterval"
  > {
  /** The answer is the same for every account, and is asked before it is known who is signed in. */
  readonly isForAll?: boolean;
  /** Asked beside the page, not for it: that access is refused closes no page. */
  readonly isAside?: boolean;
  /** Nothing is asked while false. */
  readonly isWanted?: boolean;
  /** Text for people in place of the call's own, where a rule has one. */
  readonly failedText?: string;
}

const nameOf = ({ method, path }: Pick<Call<Endpoint>, "method" | "path">): string => `${method} ${path}`;

/**
 * What the server answers to a call, shared by all components that ask the same and kept while the app runs. An answer belongs
 * to the account it was given to: for another account it is asked anew. That the account may not ask at all is thrown, for the page
 * to say so (rule ACC-16).
 */
export function useAnswer<E extends Endpoint, T = AnswerOf<E>>(
  call: Call<E>,
  input: CallInput<E>,
  {
    isForAll = false,
    isAside = isForAll,
    isWanted = true,
    failedText,
    ...options
  }: AnswerOptions<AnswerOf<E>, T> = {},
): UseQueryResult<T> {
  const identity = useIdentity();
  const whose = isForAll ? ["all"] : [OF_ACCOUNT, identity];
  const answer = useQuery<AnswerOf<E>, Error, T>(
    {
      ...options,
      queryKey: [...whose, nameOf(call), input],
      enabled: isWanted && (isForAll || identity !== null),
      async queryFn({ signal }) {
        try {
          return await api.call(call, input, { signal });
        } catch (cause) {
          if (failedText === undefined || signal.aborted) throw cause;
          throw new Error(failedText, { cause });
        }
      },
    },
    queries,
  );
  // Thrown here and not by the query, which would not ask again when the page is opened anew.
  const refusal = isAside || answer.isFetching ? null : accessRefusalOf(answer.error);
  if (refusal !== null && refusal.code !== "access.upgrade_needed") throw refusal;
  return answer;
}

/** Has all that shows answers to a call ask again: something has changed them. */
export function askAgain(call: Pick<Call<Endpoint>, "method" | "path">): Promise<void> {
  const name = nameOf(call);
  return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(name) });
}
