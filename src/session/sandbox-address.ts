import { beginKite } from "#protocol/generated/http/sign-in.ts";
import { linkTo } from "../api/address.ts";

/** One click into a fresh sandbox Zerodha account; the server refuses it where no sandbox is active. */
export function sandboxAddress(returnPath: string): string {
  return linkTo(beginKite, { query: { sandbox_account: "new", redirect_target: returnPath } });
}
