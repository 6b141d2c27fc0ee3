import type { Schemas } from '../api/client';
import type { May } from '../session/session';

/** What the sections are for, in the order of the navigation. */
const GROUPS = ['Casework', 'Customer checks', 'Monitoring', 'Records', 'Administration'] as const;

export interface Section {
  to:
    | '/$tenant/alerts'
    | '/$tenant/customers'
    | '/$tenant/cases'
    | '/$tenant/proposals'
    | '/$tenant/rules'
    | '/$tenant/allow-list'
    | '/$tenant/groups'
    | '/$tenant/search'
    | '/$tenant/rescreenings'
    | '/$tenant/events'
    | '/$tenant/ledgers'
    | '/$tenant/webhooks'
    | '/$tenant/settings'
    | '/-/operations'
    | '/$tenant/lists'
    | '/$tenant/insights'
    | '/$tenant/audit';
  label: string;
  keys: string;
  group: (typeof GROUPS)[number];
  /** without it, the section is not shown */
  permission: Schemas['Permission']['name'];
}

/** The sections of the desk, in the order of the navigation. */
export const SECTIONS: Section[] = [
  { to: '/$tenant/alerts', label: 'Alerts', keys: 'g a', group: 'Casework', permission: 'read_customers' },
  { to: '/$tenant/groups', label: 'Groups', keys: 'g g', group: 'Casework', permission: 'read_customers' },
  { to: '/$tenant/cases', label: 'Cases', keys: 'g s', group: 'Casework', permission: 'read_customers' },
  { to: '/$tenant/proposals', label: 'Proposals', keys: 'g p', group: 'Casework', permission: 'read_proposals' },
  { to: '/$tenant/customers', label: 'Customers', keys: 'g c', group: 'Customer checks', permission: 'read_customers' },
  { to: '/$tenant/search', label: 'Search', keys: 'g f', group: 'Customer checks', permission: 'read_customers' },
  {
    to: '/$tenant/allow-list',
    label: 'Allow-list',
    keys: 'g y',
    group: 'Customer checks',
    permission: 'read_customers',
  },
  {
    to: '/$tenant/rescreenings',
    label: 'Rescreening',
    keys: 'g n',
    group: 'Customer checks',
    permission: 'read_customers',
  },
  { to: '/$tenant/rules', label: 'Rules', keys: 'g r', group: 'Monitoring', permission: 'read_configuration' },
  { to: '/$tenant/lists', label: 'Lists', keys: 'g l', group: 'Monitoring', permission: 'read_configuration' },
  { to: '/$tenant/events', label: 'Events', keys: 'g v', group: 'Monitoring', permission: 'read_customers' },
  { to: '/$tenant/insights', label: 'Insights', keys: 'g i', group: 'Monitoring', permission: 'read_customers' },
  { to: '/$tenant/ledgers', label: 'Ledgers', keys: 'g b', group: 'Records', permission: 'read_ledgers' },
  { to: '/$tenant/audit', label: 'Audit trail', keys: 'g t', group: 'Records', permission: 'read_audit' },
  { to: '/$tenant/webhooks', label: 'Webhooks', keys: 'g w', group: 'Administration', permission: 'read_webhooks' },
  {
    to: '/$tenant/settings',
    label: 'Settings',
    keys: 'g e',
    group: 'Administration',
    permission: 'read_configuration',
  },
  {
    to: '/-/operations',
    label: 'Operations',
    keys: 'g o',
    group: 'Administration',
    permission: 'read_platform_notices',
  },
];

/** The sections that a person sees; without a tenant, those of the installation. */
export const sectionsOf = (may: May, tenant: string | undefined): Section[] =>
  SECTIONS.filter(({ to, permission }) => may(permission) && (tenant !== undefined || to.startsWith('/-/')));

/** The same sections in their groups; a group without one is left out. */
export const groupsOf = (sections: Section[]): { group: string; sections: Section[] }[] =>
  GROUPS.map((group) => ({ group, sections: sections.filter((one) => one.group === group) })).filter(
    ({ sections }) => sections.length > 0,
  );
