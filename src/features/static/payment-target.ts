import { DEFAULT_PAGE, safeRedirectPath } from "#domain/access/redirects.ts";

/** Path on this site to go on at after a payment: query parameter `redirect`, default /home. */
export const paymentTarget = (params: URLSearchParams): string =>
  safeRedirectPath(params.get("redirect") ?? DEFAULT_PAGE);
