import { DEFAULT_POLICY, NO_FOUR_EYES } from '@probity/contracts/proposals/policy';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { CurrentSettings } from '@probity/contracts/settings/views';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { DEFAULT_SETTINGS, withDefaults } from '@probity/read-side/settings/default-settings';
import { applyKeyEvent, type KeyInEvents } from '../api-keys/keys-in-events';

/** What the events of a tenant say about who decides on its changes, and what these begin with. */
export interface TenantInEvents {
  slug: string;
  /** what the tenant demanded, and from which revision of its stream on; oldest first, at least one */
  policies: { since: number; demanded: CurrentFourEyes }[];
  settings: CurrentSettings;
  /** by their ids */
  keys: Map<string, KeyInEvents>;
  /** the last event that was read */
  last: { id: string; revision: number };
}

type Recorded = RecordedEvent & TenantEvent;

/** The tenant after its first event; undefined when the event is another one. */
export function begun({ id, revision, type, data }: Recorded): TenantInEvents | undefined {
  if (type !== 'TenantCreated') return undefined;
  const policy = data.four_eyes === false ? NO_FOUR_EYES : DEFAULT_POLICY;
  const policies = [{ since: revision, demanded: { version: 0, policy } }];
  return {
    slug: data.slug,
    policies,
    settings: { version: 0, settings: DEFAULT_SETTINGS },
    keys: new Map(),
    last: { id, revision },
  };
}

/** Brings the tenant forward by its next event. */
export function advance(tenant: TenantInEvents, event: Recorded): void {
  const { id, revision, type, data } = event;
  if (type === 'FourEyesPolicyChanged') {
    const demanded = { version: data.version, policy: { ...DEFAULT_POLICY, ...data.policy } };
    tenant.policies.push({ since: revision, demanded });
  }
  if (type === 'ComplianceSettingsChanged') {
    tenant.settings = { version: data.version, settings: withDefaults(data.settings) };
  }
  applyKeyEvent(tenant.keys, event);
  tenant.last = { id, revision };
}

/** What the tenant demanded at a revision of its stream; default: what it demands now. */
export const demandedAt = ({ policies }: TenantInEvents, revision = Infinity): CurrentFourEyes =>
  policies.findLast(({ since }) => since <= revision)!.demanded;
