/** The last day of a retention, as an ISO date. 29 February becomes 28 February in other years. */
export function retainedUntil(relationshipEndedOn: string, years: number): string {
  const [year, month, day] = relationshipEndedOn.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))));
}

/** The day in UTC, as an ISO date. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
