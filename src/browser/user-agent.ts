/** Browsers that are driven by a program: not recorded, not warned (rule EMB-2). */
export function isAutomation({ userAgent, webdriver }: Pick<Navigator, "userAgent" | "webdriver">): boolean {
  return webdriver || /HeadlessChrome|PhantomJS|Lighthouse|bot\b|crawler|spider/i.test(userAgent);
}

/** Chrome, what is built from it, and Firefox; on iOS every browser is Safari inside, and is not warned about what it cannot change. */
export function isSupportedBrowser({ userAgent }: Pick<Navigator, "userAgent">): boolean {
  return /\b(?:Chrome|Chromium|Firefox|CriOS|FxiOS)\//.test(userAgent);
}
