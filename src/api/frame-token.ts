/*
 * The scoped token of a login result (15 minutes; it reads, and changes next to nothing): for an embedded page of ours, whose frame has no cookie.
 * Kept in memory alone. Where the cookie travels it is not sent: a session must not end with a token it does not need.
 */
let token: string | null = null;

export function keepAccessToken(next: string | null): void {
  token = next;
}

export function accessTokenForFrame(isEmbedded: boolean = window.parent !== window): string | null {
  return isEmbedded ? token : null;
}
