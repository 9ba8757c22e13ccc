import { me } from "#protocol/generated/http/account.ts";
import type { Profile } from "#protocol/http/account.ts";
import { isAnswer } from "#protocol/http/call.ts";
import { linkTo } from "./address.ts";
import { type EndReason, endReason } from "./session-end.ts";

/** How `GET /v1/users/me` was answered; `ended` is a 401: there was a session here, and it is over. */
export type ProfileAnswer =
  | { readonly kind: "profile"; readonly profile: Profile }
  | { readonly kind: "ended"; readonly reason: EndReason }
  | { readonly kind: "failed"; readonly text: string };

const PROFILE_FAILED = "Profile fetch failed.";
const PROFILE_UNREADABLE = "Could not retrieve user info";

interface ProfileRequest {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** what the app runs in, such as a broker's widget */
  readonly source?: string | null;
  /** scoped token of an embedded widget, which has no cookie of ours */
  readonly authToken?: string | null;
}

/** Asks who is signed in (rule SES-1). Never rejects. */
export async function askProfile(request: ProfileRequest): Promise<ProfileAnswer> {
  const { source, authToken } = request;
  // Any site may write an address: what the server would refuse (64 letters) must not cost the visitor their
  // session.
  const query = source ? { source: source.slice(0, 64) } : {};
  try {
    const answer = await request.fetch(linkTo(me, { query }), {
      credentials: "same-origin",
      cache: "no-store",
      headers: { ...request.headers, ...(authToken ? { "x-auth-token": authToken } : {}) },
    });
    if (answer.status === 401) {
      return { kind: "ended", reason: endReason(await answer.json().catch(() => null)) };
    }
    if (!answer.ok) return { kind: "failed", text: PROFILE_FAILED };
    const body: unknown = await answer.json().catch(() => null);
    return isAnswer(me, body)
      ? { kind: "profile", profile: body.data }
      : { kind: "failed", text: PROFILE_UNREADABLE };
  } catch {
    return { kind: "failed", text: PROFILE_FAILED };
  }
}
