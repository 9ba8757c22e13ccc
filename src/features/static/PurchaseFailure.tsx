import { CircleAlert } from "lucide-react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { TEXTS } from "./texts.ts";

export function PurchaseFailure() {
  const { title, plans, support, paragraphs } = TEXTS.purchaseFailure;
  return (
    <StatusScreen
      icon={CircleAlert}
      tone="warn"
      title={title}
      actions={
        <>
          <PageLink className={buttonClass("primary")} to="/pricing">
            {plans}
          </PageLink>
          <PageLink className={buttonClass("secondary")} to="/support">
            {support}
          </PageLink>
        </>
      }
    >
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </StatusScreen>
  );
}
