import { TEXTS } from "./texts.ts";

/** The part of Google's sign-in script that we use (Google Identity Services, `google.accounts.id`). */
interface GoogleIdentity {
  initialize(config: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential?: string }) => void;
    auto_select: false;
    cancel_on_tap_outside: boolean;
    use_fedcm_for_prompt: boolean;
    context: "signin";
  }): void;
  renderButton(parent: HTMLElement, style: GoogleButtonStyle): void;
  prompt(): void;
  cancel(): void;
}

interface GoogleButtonStyle {
  readonly type: "standard";
  readonly theme: "filled_blue";
  readonly size: "large";
  readonly text: "signin_with";
  readonly shape: "square";
  readonly logo_alignment: "left";
  /** px, 200 to 400 by Google's rules */
  readonly width: number;
}

/** The look of Google's button (rule LOGIN-12). */
export function buttonStyle(isPhone: boolean): GoogleButtonStyle {
  return {
    type: "standard",
    theme: "filled_blue",
    size: "large",
    text: "signin_with",
    shape: "square",
    logo_alignment: "left",
    width: isPhone ? 326 : 364,
  };
}

/** Long enough for a slow phone; a blocked script often never answers at all. */
const TIMEOUT_MS = 10_000;

function identity(): GoogleIdentity | null {
  const { google } = globalThis as { google?: { accounts?: { id?: GoogleIdentity } } };
  return google?.accounts?.id ?? null;
}

let loading: { url: string; done: Promise<GoogleIdentity> } | null = null;

/**
 * Loads Google's script, once a page.
 * @throws Error "Error initializing Google Sign-In client" when it is blocked, fails, or is something else
 */
export function loadGoogle(url: string, page: Document = document): Promise<GoogleIdentity> {
  if (loading?.url === url) return loading.done;
  const done = new Promise<GoogleIdentity>((resolve, reject) => {
    const script = page.createElement("script");
    const fail = (): void => {
      clearTimeout(timer);
      script.remove();
      loading = null;
      reject(new Error(TEXTS.google.setupFailed));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = url;
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      const loaded = identity();
      if (loaded === null) return fail();
      clearTimeout(timer);
      resolve(loaded);
    };
    page.head.append(script);
  });
  loading = { url, done };
  return done;
}
