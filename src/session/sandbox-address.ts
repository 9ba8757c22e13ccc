/** One click into a fresh sandbox Zerodha account; the server refuses it where no sandbox is active. */
export function sandboxAddress(returnPath: string): string {
  const params = new URLSearchParams({ sandbox_account: "new", redirect_target: returnPath });
  return `/v1/kite_login?${params}`;
}
