import { SANDBOX_PATHS } from "../apps.ts";

/*
 * Scripts that browsers load from the sandbox, as text: they are its content, as its pages are, and no bundle of ours. The
 * first one has the surface of Google's own (developers.google.com/identity/gsi/web/reference/js-reference).
 */
const BASE = SANDBOX_PATHS.google;

/** Escape closes the chooser window, as it closes the page's own dialogs. */
export const CHOOSER_SCRIPT = `"use strict";
addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
`;

export const DELIVERY_SCRIPT = `"use strict";
addEventListener("DOMContentLoaded", () => {
  const credential = document.getElementById("delivery").dataset.credential || null;
  if (window.opener) window.opener.postMessage({ type: "sandbox-google-credential", credential }, location.origin);
  close();
});
`;

export const CLIENT_SCRIPT = `"use strict";
(() => {
  const base = ${JSON.stringify(BASE)};
  const TEXTS = { signin_with: "Sign in with Google", signup_with: "Sign up with Google",
    continue_with: "Continue with Google", signin: "Sign in" };
  const HEIGHTS = { large: 40, medium: 32, small: 20 };
  const THEMES = { filled_blue: ["#1a73e8", "#ffffff", "#1a73e8"], filled_black: ["#202124", "#e8eaed", "#202124"],
    outline: ["#ffffff", "#3c4043", "#747775"] };
  let config = null;
  let popup = null;
  let tap = null;

  function yieldCredential(credential, how) {
    if (config && typeof config.callback === "function") {
      config.callback({ credential, select_by: how, clientId: config.client_id });
    }
  }

  addEventListener("message", (event) => {
    if (event.origin !== location.origin || popup === null || event.source !== popup) return;
    if (!event.data || event.data.type !== "sandbox-google-credential") return;
    popup = null;
    if (typeof event.data.credential === "string") yieldCredential(event.data.credential, "btn");
  });

  function openChooser() {
    const query = new URLSearchParams({ client_id: config.client_id, nonce: config.nonce || "" });
    const left = Math.max(0, screenX + (outerWidth - 500) / 2);
    const top = Math.max(0, screenY + (outerHeight - 640) / 2);
    popup = open(base + "/gsi/select?" + query, "sandbox-google",
      "popup,width=500,height=640,left=" + left + ",top=" + top);
    // A blocked window: the same choice inside the page.
    if (popup === null) showTap("btn", null);
  }

  function element(name, style, text) {
    const node = document.createElement(name);
    Object.assign(node.style, style);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  function renderButton(parent, options) {
    if (!config) throw new Error("google.accounts.id.initialize() must be called before renderButton()");
    const { theme = "outline", size = "large", text = "signin_with", shape = "rectangular",
      logo_alignment: align = "left", type = "standard", width, click_listener: onClick } = options || {};
    const [background, color, border] = THEMES[theme] || THEMES.outline;
    const height = HEIGHTS[size] || 40;
    const isIcon = type === "icon";
    const pixels = Math.min(400, Math.max(isIcon ? height : 120, Number.parseInt(width, 10) || 0));
    const button = element("button", {
      display: "flex", alignItems: "center", gap: "8px", height: height + "px", cursor: "pointer",
      width: isIcon ? height + "px" : pixels > 120 ? pixels + "px" : "auto", maxWidth: "100%",
      padding: isIcon ? "0" : "0 12px 0 " + (theme === "outline" ? "12px" : "2px"),
      justifyContent: isIcon ? "center" : "flex-start",
      background, color, border: "1px solid " + border, font: "500 " + (height > 32 ? 14 : 12) + "px/1 Roboto, Arial, sans-serif",
      borderRadius: shape === "pill" || shape === "circle" ? height / 2 + "px" : "4px",
    });
    button.type = "button";
    const label = TEXTS[text] || TEXTS.signin_with;
    button.setAttribute("aria-label", label + " (sandbox)");
    button.title = "Sandbox: this is not Google";
    const side = height - 6 + "px";
    const logo = element("span", { display: "grid", placeItems: "center", width: side, height: side, flex: "none",
      background: "#ffffff", color: "#1a73e8", borderRadius: "3px", fontWeight: "700" }, "G");
    logo.setAttribute("aria-hidden", "true");
    button.append(logo);
    if (!isIcon) {
      button.append(element("span", { flex: "1", textAlign: "center",
        marginRight: align === "center" ? "0" : side }, label));
    }
    button.addEventListener("click", () => {
      if (typeof onClick === "function") onClick();
      openChooser();
    });
    parent.replaceChildren(button);
  }

  function moment(kind, reason) {
    return {
      isDisplayMoment: () => kind === "display", isDisplayed: () => kind === "display" && reason === null,
      isNotDisplayed: () => kind === "display" && reason !== null,
      getNotDisplayedReason: () => (kind === "display" && reason !== null ? reason : undefined),
      isSkippedMoment: () => kind === "skipped", getSkippedReason: () => (kind === "skipped" ? reason : undefined),
      isDismissedMoment: () => kind === "dismissed", getDismissedReason: () => (kind === "dismissed" ? reason : undefined),
      getMomentType: () => kind,
    };
  }

  function hideTap() {
    if (tap) tap.remove();
    tap = null;
  }

  async function showTap(how, listener) {
    const tell = (kind, reason) => { if (typeof listener === "function") listener(moment(kind, reason)); };
    hideTap();
    let accounts;
    try {
      const answer = await fetch(base + "/gsi/accounts");
      if (!answer.ok) throw new Error("status " + answer.status);
      accounts = (await answer.json()).accounts;
    } catch {
      tell("display", "unknown_reason");
      return;
    }
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const [back, ink, dim, line] = isDark ? ["#202124", "#e8eaed", "#9aa0a6", "#5f6368"] : ["#ffffff", "#202124", "#5f6368", "#dadce0"];
    const panel = element("div", { position: "fixed", top: "16px", right: "16px", zIndex: "2147483647", boxSizing: "border-box",
      width: "min(360px, calc(100vw - 32px))", maxHeight: "calc(100vh - 32px)", overflow: "auto", background: back, color: ink,
      border: "1px solid " + line, borderRadius: "12px", boxShadow: "0 4px 24px rgba(0,0,0,.35)", padding: "16px",
      font: "14px/1.4 Arial, sans-serif" });
    panel.setAttribute("role", "dialog");
    panel.setAttribute("aria-label", "Sign in with Google (sandbox)");
    panel.append(element("div", { fontWeight: "700", marginBottom: "4px", paddingRight: "32px" }, "Sandbox: this is not Google"));
    panel.append(element("div", { marginBottom: "12px", color: dim }, "Choose an account to sign in with"));
    const shut = element("button", { position: "absolute", top: "8px", right: "8px", width: "32px", height: "32px",
      border: "0", background: "transparent", color: "inherit", fontSize: "18px", cursor: "pointer" }, "\\u00d7");
    shut.type = "button";
    shut.setAttribute("aria-label", "Close");
    const dismiss = () => { hideTap(); tell("skipped", "user_cancel"); };
    shut.addEventListener("click", dismiss);
    panel.addEventListener("keydown", (event) => { if (event.key === "Escape") dismiss(); });
    panel.append(shut);
    for (const account of [...accounts, { id: "new", name: "A fresh account", email: "never signed in before" }]) {
      const row = element("button", { display: "block", width: "100%", textAlign: "left", padding: "8px 12px", font: "inherit",
        marginBottom: "6px", border: "1px solid " + line, borderRadius: "8px", background: back, color: "inherit", cursor: "pointer" });
      row.type = "button";
      row.append(element("div", { fontWeight: "600" }, account.name));
      row.append(element("div", { color: dim, fontSize: "12px" }, account.email));
      row.addEventListener("click", async () => {
        const answer = await fetch(base + "/gsi/issue", {
          method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_id: config.client_id, nonce: config.nonce || "", account: account.id }),
        }).catch(() => null);
        hideTap();
        if (answer === null || !answer.ok) return tell("skipped", "issuing_failed");
        const { credential } = await answer.json();
        tell("dismissed", "credential_returned");
        yieldCredential(credential, how);
      });
      panel.append(row);
    }
    tap = panel;
    document.body.append(panel);
    // Only where the visitor asked for it: a panel that comes by itself must not take the focus.
    if (how === "btn") panel.querySelectorAll("button")[1].focus();
    tell("display", null);
  }

  const id = {
    initialize(options) {
      if (!options || typeof options.client_id !== "string" || options.client_id === "") {
        throw new Error("Missing required parameter: client_id");
      }
      config = Object.assign({}, options);
    },
    renderButton,
    prompt(listener) {
      if (!config) throw new Error("google.accounts.id.initialize() must be called before prompt()");
      void showTap("user", listener);
    },
    cancel: hideTap,
    disableAutoSelect() {},
    storeCredential(credential, done) { if (typeof done === "function") done(); },
    revoke(hint, done) { if (typeof done === "function") done({ successful: true }); },
  };
  const google = (window.google = window.google || {});
  google.accounts = Object.assign(google.accounts || {}, { id });
  if (typeof window.onGoogleLibraryLoad === "function") window.onGoogleLibraryLoad();
})();
`;
