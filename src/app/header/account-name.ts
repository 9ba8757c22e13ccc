import type { Profile } from "#protocol/http/account.ts";
import { TEXTS } from "./texts.ts";

/** What the header calls the account that is signed in. */
export function accountName(profile: Pick<Profile, "name" | "external_user_id"> | null): string {
  return profile?.name || profile?.external_user_id || TEXTS.account;
}
