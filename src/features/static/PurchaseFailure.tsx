import { CircleAlert } from "lucide-react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";

export function PurchaseFailure() {
  return (
    <StatusScreen
      icon={CircleAlert}
      tone="warn"
      title="The purchase did not go through"
      actions={
        <>
          <PageLink className={buttonClass("primary")} to="/pricing">
            See the plans
          </PageLink>
          <PageLink className={buttonClass("secondary")} to="/support">
            Support
          </PageLink>
        </>
      }
    >
      <p>
        Your plan has not changed. If money has left your account all the same, your bank or the payment
        gateway gives it back within five to seven working days.
      </p>
      <p>Try again with another way to pay, or tell us what you saw.</p>
    </StatusScreen>
  );
}
