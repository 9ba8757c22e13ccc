import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import css from "./Toast.module.css";

/** A way back from what the words tell. */
export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export type ToastTone = "info" | "success" | "warning" | "error";

/** Messages keep this much off the edge (rule SHELL-8). */
const OFFSET_PX = 47;

let isThere = false;

function place(): void {
  if (isThere) return;
  isThere = true;
  const host = document.createElement("div");
  document.body.append(host);
  createRoot(host).render(
    <Toaster
      position="top-right"
      offset={OFFSET_PX}
      mobileOffset={OFFSET_PX}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        classNames: {
          toast: css.toast ?? "",
          title: css.title ?? "",
          description: css.detail ?? "",
          closeButton: css.close ?? "",
          actionButton: css.action ?? "",
          success: css.success ?? "",
          error: css.error ?? "",
          warning: css.warning ?? "",
        },
      }}
    />,
  );
}

interface Look {
  readonly ms: number;
  /** a second, quieter line */
  readonly detail: string | undefined;
  readonly atFoot: boolean;
  readonly action: ToastAction | undefined;
}

export function show(text: string, tone: ToastTone, { ms, detail, atFoot, action }: Look): void {
  place();
  toast[tone](text, {
    duration: ms,
    ...(detail !== undefined && { description: detail }),
    ...(atFoot && { position: "bottom-center" }),
    ...(action !== undefined && { action: { label: action.label, onClick: action.onPress } }),
  });
}
