import type { ReactNode } from "react";
import type { PageName } from "#domain/access/page-paths.ts";
import { isBuilt, pageText } from "#domain/access/page-texts.ts";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { Tip } from "../../components/tooltip/Tip.tsx";
import { widgetPlace } from "../../shared/widget/widget-place.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly page: PageName;
  readonly to: string;
  /** What the page is called here. */
  readonly label: string;
  readonly testId: string;
  /** In place of the way, for a press that asks for no other tab or window. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** The way to a page. One that is not built yet leads nowhere, and says so to pointer, finger and keys. */
export function LinkIfBuilt({ page, to, label, testId, onPress, children }: Props) {
  // Inside another app no link leads out (rule EMB-13).
  if (widgetPlace() !== null) return null;
  if (isBuilt(page)) {
    return (
      <PageLink
        className={buttonClass("quiet", "small")}
        to={to}
        onClick={(event) => {
          const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
          if (onPress === undefined || event.button !== 0 || !isPlain) return;
          event.preventDefault();
          onPress();
        }}
        data-testid={testId}
      >
        {children}
      </PageLink>
    );
  }
  const reason = TEXTS.notYet(label, pageText(page).soon?.comesWith ?? "");
  return (
    <Tip text={reason} placement="bottom">
      <Button variant="quiet" size="small" aria-disabled="true" aria-label={reason} data-testid={testId}>
        {children}
      </Button>
    </Tip>
  );
}
