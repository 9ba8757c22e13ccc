import { proxy } from "valtio";
import { here } from "./wanted-path.ts";

export type LoginView = "brokers" | "google" | "faq";

/** The login panel as a modal over whatever page is open; `/login` shows the same panel as a page. */
export const loginPanel = proxy<{
  isOpen: boolean;
  view: LoginView;
  returnPath: string | null;
  /** text of the last login that failed, until the next one begins */
  error: string | null;
}>({ isOpen: false, view: "brokers", returnPath: null, error: null });

/** @param returnPath where to be after the login; when it is left out what the address asks for, else the page that is open now */
export function openLogin(returnPath: string = here(), view: LoginView = "brokers"): void {
  loginPanel.returnPath = returnPath;
  loginPanel.view = view;
  loginPanel.error = null;
  loginPanel.isOpen = true;
}

export function closeLogin(): void {
  loginPanel.isOpen = false;
}
