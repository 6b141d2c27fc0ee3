/**
 * Returns true if a hit creates no alert, because the last alert of the same rule for the same customer is younger than
 * the rule's cooldown. This includes an alert of a later event, if events come out of order.
 */
export function inCooldown(lastAlertAt: number | null, at: number, cooldownMs: number | null): boolean {
  return lastAlertAt !== null && cooldownMs !== null && at - lastAlertAt < cooldownMs;
}
