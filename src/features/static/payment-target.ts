import { DEFAULT_PAGE, safeRedirectPath } from "#domain/access/redirects.ts";

interface PaymentReturn {
  readonly hasPaid: boolean;
  /** Path on this site to go on at; query parameter `redirect`, default /home. */
  readonly target: string;
}

/**
 * What the page a payment gateway returns to has to say. It activates nothing: that is between gateway and server.
 * @param search of the address, with its question mark
 */
export function paymentReturn(pathname: string, search: string): PaymentReturn {
  return {
    hasPaid: pathname.replace(/\/+$/, "").endsWith("/mobile_razorpay_payment_success"),
    target: safeRedirectPath(new URLSearchParams(search).get("redirect") ?? DEFAULT_PAGE),
  };
}
