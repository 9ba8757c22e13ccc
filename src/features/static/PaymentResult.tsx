import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { tellApp } from "../../browser/web-view.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
import { paymentTarget } from "./payment-target.ts";
import { TEXTS } from "./texts.ts";

/** How long the good news stands before the way back is taken. */
const PAYMENT_REDIRECT_MS = 4_000;

/*
 * Where the payment gateway sends a phone's browser (rules PLAN-17 and PLAN-18). They activate nothing: that is between
 * gateway and server.
 */

export function PaymentSuccess() {
  const target = useAddress(paymentTarget);
  useEffect(() => {
    tellApp("payment_status", { success: true });
    const timer = setTimeout(() => window.location.replace(target), PAYMENT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [target]);
  const { title, wait } = TEXTS.paymentSuccess;
  return (
    <StatusScreen icon={CircleCheck} tone="good" title={title}>
      <p>{wait}</p>
    </StatusScreen>
  );
}

export function PaymentFailure() {
  const target = useAddress(paymentTarget);
  useEffect(() => {
    tellApp("payment_status", { success: false });
  }, []);
  const { title, retry, home } = TEXTS.paymentFailure;
  return (
    <StatusScreen
      icon={CircleAlert}
      tone="warn"
      title={title}
      isAlert
      actions={
        <>
          <PageLink className={buttonClass("primary")} to={target}>
            {retry}
          </PageLink>
          <PageLink className={buttonClass("secondary")} to="/home">
            {home}
          </PageLink>
        </>
      }
    />
  );
}
