/**
 * Messages to the mobile app whose web view shows us (rule EMB-1). Each is a JSON text `{ type, ...payload
 * }`, by whatever bridge the app has put into the page: `StrikewiseApp.postMessage` (Android),
 * `webkit.messageHandlers.strikewise` (iOS) or React Native's. An app that lacks it is an error of the app:
 * it is logged, and nothing else happens.
 */
interface AppMessages {
  /** Opens an address in a web view of its own. */
  open_webview: { readonly url: string; readonly title?: string };
  payment_status: { readonly success: boolean };
  copy_to_clipboard: { readonly text: string };
  share_pnl: { readonly url: string; readonly text?: string };
  theme_change: { readonly theme: "light" | "dark" };
  /** A strategy for the app's own builder. */
  open_builder: { readonly underlying: string; readonly legs: readonly AppLeg[] };
  /** The same of a draft portfolio, which the app keeps itself. */
  open_draft_builder: {
    readonly underlying: string;
    readonly draft_portfolio_id: string;
    readonly strategy_id: string;
  };
  share_strategy: { readonly url: string; readonly text: string };
  /** Asks for a token by which the app proves itself to our server, for this audience and device (docs/sign-in.md). */
  app_token_wanted: { readonly audience: string; readonly device_id: string };
}

interface AppLeg {
  readonly tradingsymbol: string;
  readonly action: "BUY" | "SELL";
  /** Units. */
  readonly quantity: number;
  /** Rupees; null the market's. */
  readonly price: number | null;
}

interface Bridge {
  postMessage(text: string): void;
}

interface AppWindow {
  readonly StrikewiseApp?: Partial<Bridge>;
  readonly ReactNativeWebView?: Partial<Bridge>;
  readonly webkit?: { readonly messageHandlers?: { readonly strikewise?: Partial<Bridge> } };
  readonly navigator?: { readonly userAgent: string };
}

/**
 * What the app adds to its web view's user agent. It changes manners only: no user agent opens a page
 * (rule EMB-2).
 */
const APP_AGENT = /\bStrikewiseApp\//;

const bridgeOf = (at: AppWindow): Partial<Bridge> | undefined =>
  at.StrikewiseApp ?? at.webkit?.messageHandlers?.strikewise ?? at.ReactNativeWebView;

export function isWebView(at: AppWindow = window as AppWindow): boolean {
  return bridgeOf(at) !== undefined || APP_AGENT.test(at.navigator?.userAgent ?? "");
}

/** Does nothing in a browser. @returns whether the app has been told */
export function tellApp<T extends keyof AppMessages>(
  type: T,
  payload: AppMessages[T],
  at: AppWindow = window as AppWindow,
): boolean {
  if (!isWebView(at)) return false;
  try {
    const bridge = bridgeOf(at);
    if (bridge?.postMessage === undefined) throw new Error("the app has no postMessage");
    bridge.postMessage(JSON.stringify({ type, ...payload }));
    return true;
  } catch (error) {
    console.error(`The app was not told of ${type}:`, error);
    return false;
  }
}

/** What the page takes from a window: messages that a script of the app posts into it. */
type MessageWindow = Pick<Window, "addEventListener" | "removeEventListener">;

/**
 * Hears tokens of the app, which posts them into its own page: `window.postMessage({ type: "app_token", token }, origin)`.
 * Other windows, frames included, are not listened to.
 * @returns the function that stops it
 */
export function onAppToken(
  hear: (token: string) => void,
  at: MessageWindow = window,
  origin: string = window.location.origin,
): () => void {
  const take = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
    if (source !== (at as unknown) || from !== origin) return;
    const { type, token } = (data ?? {}) as { type?: unknown; token?: unknown };
    if (type === "app_token" && typeof token === "string") hear(token);
  };
  at.addEventListener("message", take);
  return () => at.removeEventListener("message", take);
}
