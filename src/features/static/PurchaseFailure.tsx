import { CircleAlert } from "lucide-react";
import { PageLink } from "../../components/link/PageLink.tsx";
import actions from "../../components/status-screen/actions.module.css";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";

export function PurchaseFailure() {
  return (
    <StatusScreen
      icon={CircleAlert}
      tone="warn"
      title="The purchase did not go through"
      actions={
        <>
          <PageLink className={actions.primary} to="/pricing">
            See the plans
          </PageLink>
          <PageLink className={actions.secondary} to="/support">
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
