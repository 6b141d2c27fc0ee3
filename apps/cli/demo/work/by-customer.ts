/** Alerts in groups of one customer each, in their order. */
export function byCustomer<Alert extends { customer_id: string }>(alerts: readonly Alert[]): Alert[][] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) groups.set(alert.customer_id, [...(groups.get(alert.customer_id) ?? []), alert]);
  return [...groups.values()];
}
