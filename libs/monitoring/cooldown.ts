/**
 * Whether a hit is silent because an alert of the same rule for the same customer is younger than the
 * rule's cooldown. An alert of a later event, when events come out of order, counts as young.
 */
export function inCooldown(lastAlertAt: number | null, at: number, cooldownMs: number | null): boolean {
  return lastAlertAt !== null && cooldownMs !== null && at - lastAlertAt < cooldownMs;
}
