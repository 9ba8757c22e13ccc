import { config } from "#protocol/generated/http/sign-in.ts";
import { useAnswer } from "./answers/use-answer.ts";

/** `begin=false` begins nothing and needs no database: pages may ask it freely. */
const WITHOUT_ATTEMPT = { query: { begin: "false" } } as const;

/**
 * Whether a sandbox account is to be had in one press; a visitor is not offered what the server would refuse.
 * @param isWanted nothing is asked while false
 * @returns null while it is not known
 */
export function useSandboxOffer(isWanted = true): boolean | null {
  const { data } = useAnswer(config, WITHOUT_ATTEMPT, {
    isForAll: true,
    isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ can_try_sandbox }) => can_try_sandbox,
  });
  return isWanted ? (data ?? null) : null;
}
