/** Marks accounts of the sandbox: whatever a stand-in vouches for is never the real broker's account of the same name. */
const PREFIX = "sandbox:";

/** Id here of an account that a stand-in vouches for. */
export const sandboxId = (externalId: string): string => `${PREFIX}${externalId}`;

/** An account that any visitor can pick. */
export const isSandboxAccount = ({ externalId }: { readonly externalId: string }): boolean =>
  externalId.startsWith(PREFIX);
