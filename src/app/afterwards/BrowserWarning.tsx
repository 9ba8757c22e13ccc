import { lazy, Suspense, useState } from "react";
import { readPreference, writePreference } from "../../browser/kept-preferences.ts";
import { isAutomation, isSupportedBrowser } from "../../browser/user-agent.ts";
import { isWebView } from "../../browser/web-view.ts";

const ConfirmDialog = lazy(() =>
  import("../../components/dialog/ConfirmDialog.tsx").then((m) => ({ default: m.ConfirmDialog })),
);

const KEY = "browser_warning";

function isWanted(): boolean {
  if (isSupportedBrowser(navigator) || isAutomation(navigator) || isWebView()) return false;
  return readPreference(KEY, ["new", "seen"] as const, "new") === "new";
}

/** Shown once to browsers that we do not test with (rule SHELL-14). */
export function BrowserWarning() {
  const [isOpen, setOpen] = useState(isWanted);
  const close = (): void => {
    writePreference(KEY, "seen");
    setOpen(false);
  };
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title="Please use Chrome or Firefox"
        isOpen
        onClose={close}
        onConfirm={close}
        confirmLabel="I understand. Proceed anyway."
      >
        Strikewise is made for Chrome and Firefox. In this browser live prices may be slower, and some of what
        is drawn may look different.
      </ConfirmDialog>
    </Suspense>
  );
}
