/**
 * Addresses of pages: the app is served there and finds its own way. Everything else that a browser navigates to gets the
 * app with status 404, and shows its not-found page.
 */
export const PAGES: readonly string[] = ["/", "/option-chain"];
