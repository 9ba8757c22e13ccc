import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { tellApp } from "../../browser/web-view.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { paymentReturn } from "./payment-target.ts";

/** How long the good news stands before the way back is taken. */
const PAYMENT_REDIRECT_MS = 4_000;

/** Where the payment gateway sends a phone's browser (rules PLAN-17 and PLAN-18). */
export function PaymentResult() {
  const { pathname, search } = window.location;
  const { hasPaid, target } = paymentReturn(pathname, search);
  useEffect(() => {
    tellApp("payment_status", { success: hasPaid });
    if (!hasPaid) return;
    const timer = setTimeout(() => window.location.replace(target), PAYMENT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [hasPaid, target]);
  if (hasPaid) {
    return (
      <StatusScreen icon={CircleCheck} tone="good" title="Payment successful">
        <p>Please wait while we redirect</p>
      </StatusScreen>
    );
  }
  return (
    <StatusScreen
      icon={CircleAlert}
      tone="warn"
      title="Your Razorpay payment has failed, please try again"
      isAlert
      actions={
        <>
          <PageLink className={buttonClass("primary")} to={target}>
            Retry payment
          </PageLink>
          <PageLink className={buttonClass("secondary")} to="/home">
            Navigate to Home
          </PageLink>
        </>
      }
    />
  );
}
