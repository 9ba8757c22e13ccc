const DAY_MS = 86_400_000;

/** From here to expiry decay is all there is to lose; theta, its slope now, says many times that. */
export function isLastDay(now: number, expiryInstant: number): boolean {
  return expiryInstant - now <= DAY_MS;
}
