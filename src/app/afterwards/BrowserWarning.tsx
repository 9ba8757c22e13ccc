import { Suspense, useState } from "react";
import { readPreference, writePreference } from "../../browser/kept-preferences.ts";
import { isAutomation, isSupportedBrowser } from "../../browser/user-agent.ts";
import { isWebView } from "../../browser/web-view.ts";
import { lazily } from "../../components/lazily.tsx";
import { TEXTS } from "./texts.ts";

const ConfirmDialog = lazily(() =>
  import("../../components/dialog/ConfirmDialog.tsx").then((m) => m.ConfirmDialog),
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
        title={TEXTS.browser.title}
        isOpen
        onClose={close}
        onConfirm={close}
        confirmLabel={TEXTS.browser.proceed}
      >
        {TEXTS.browser.text}
      </ConfirmDialog>
    </Suspense>
  );
}
