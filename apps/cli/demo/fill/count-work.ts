import { type BackOfficeClient } from '@probity/platform/http/back-office-client';

const PAGE = 100;
type Row = Record<string, string>;
type Counts = Record<string, number>;

/** What the demo tenant has now. */
export interface Filled {
  customers: number;
  events: number;
  alerts: { total: number; by_status: Counts; by_severity: Counts; by_type: Counts };
  cases: Counts;
  proposals: Counts;
}

/** @param path of the tenant */
export async function countWork(staff: BackOfficeClient, path: string): Promise<Omit<Filled, 'events'>> {
  const [customers, alerts, cases, proposals] = await Promise.all(
    ['customers', 'alerts', 'cases', 'proposals'].map((list) => all(staff, `${path}/${list}`)),
  );
  return {
    customers: customers!.length,
    alerts: {
      total: alerts!.length,
      by_status: counts(alerts!, 'status'),
      by_severity: counts(alerts!, 'severity'),
      by_type: counts(alerts!, 'alert_type'),
    },
    cases: counts(cases!, 'status'),
    proposals: counts(proposals!, 'status'),
  };
}

async function all(staff: BackOfficeClient, path: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await staff.get<Row[]>(`${path}?limit=${PAGE}&offset=${offset}`);
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

function counts(rows: Row[], field: string): Counts {
  const found: Counts = {};
  for (const row of rows) found[row[field]!] = (found[row[field]!] ?? 0) + 1;
  return found;
}
