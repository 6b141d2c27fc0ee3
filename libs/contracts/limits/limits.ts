/** A limit of a tenant: its default, and the bounds between which an operator sets it. */
export interface Limit {
  default: number;
  minimum: number;
  maximum: number;
  /** what the number counts */
  unit: string;
  description: string;
}

const limit = (of: Limit): Limit => of;

/**
 * Every limit of a tenant. This table is the only place that has the defaults and the bounds.
 *
 * The minimum of the limits of requests is 1: with 0, a tenant could never learn that an operator has raised it.
 */
export const LIMITS = {
  requests_per_second: limit({
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    unit: 'requests per second',
    description: 'requests of all API keys of the tenant together, on average',
  }),
  request_burst: limit({
    default: 2_000,
    minimum: 1,
    maximum: 1_000_000,
    unit: 'requests',
    description: 'requests of the tenant that may arrive at once after a pause',
  }),
  concurrent_requests: limit({
    default: 256,
    minimum: 1,
    maximum: 10_000,
    unit: 'requests',
    description: 'requests of the tenant that are processed at the same time',
  }),
  key_requests_per_second: limit({
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    unit: 'requests per second',
    description: 'requests of each API key, on average',
  }),
  key_request_burst: limit({
    default: 2_000,
    minimum: 1,
    maximum: 1_000_000,
    unit: 'requests',
    description: 'requests of each API key that may arrive at once after a pause',
  }),
  key_concurrent_requests: limit({
    default: 256,
    minimum: 1,
    maximum: 10_000,
    unit: 'requests',
    description: 'requests of each API key that are processed at the same time',
  }),
  body_bytes: limit({
    default: 1_048_576,
    minimum: 1_024,
    maximum: 1_048_576,
    unit: 'bytes',
    description: 'size of the body of a request with an API key',
  }),
  evidence_bytes: limit({
    default: 262_144,
    minimum: 4_096,
    maximum: 500_000,
    unit: 'bytes',
    description: 'size of the evidence of monitoring rules for one event; beyond it, hashes are stored',
  }),
  ledgers: limit({
    default: 10_000,
    minimum: 0,
    maximum: 1_000_000,
    unit: 'ledgers',
    description: 'ledgers of the tenant',
  }),
  accounts: limit({
    default: 1_000_000,
    minimum: 0,
    maximum: 100_000_000,
    unit: 'accounts',
    description: 'accounts in all ledgers of the tenant together',
  }),
  waiting_events: limit({
    default: 100_000,
    minimum: 0,
    maximum: 1_000_000,
    unit: 'events',
    description: 'events that wait for a customer that does not exist, or that have not been moved to it yet',
  }),
  related_parties: limit({
    default: 200,
    minimum: 0,
    maximum: 200,
    unit: 'parties',
    description: 'beneficial owners and related parties that one request sets, together',
  }),
  monitoring_rules: limit({
    default: 200,
    minimum: 0,
    maximum: 1_000,
    unit: 'rules',
    description: 'monitoring rules that are active or shadow; disabled rules do not count',
  }),
  watchlist_entries: limit({
    default: 50_000,
    minimum: 0,
    maximum: 200_000,
    unit: 'entries',
    description: "entries of the tenant's own watchlist, which every instance of the pipeline holds in memory",
  }),
  case_file_bytes: limit({
    default: 1_073_741_824,
    minimum: 0,
    maximum: 1_099_511_627_776,
    unit: 'bytes',
    description: 'size of all files of cases together, without the removed ones',
  }),
  webhook_endpoints: limit({
    default: 100,
    minimum: 0,
    maximum: 1_000,
    unit: 'endpoints',
    description: 'webhook endpoints that are not deleted',
  }),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** The limits that apply to a tenant. */
export type TenantLimits = Record<LimitName, number>;

/** Completes the limits that an operator has set: the others have their defaults. */
export const limitsWith = (set: Partial<TenantLimits>): TenantLimits => ({ ...DEFAULT_LIMITS, ...set });

export const DEFAULT_LIMITS = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, LIMITS[name].default]),
) as TenantLimits;
