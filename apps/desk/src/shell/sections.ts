import type { Schemas } from '../api/client';

interface Section {
  to:
    | '/$tenant/alerts'
    | '/$tenant/customers'
    | '/$tenant/cases'
    | '/$tenant/proposals'
    | '/$tenant/rules'
    | '/$tenant/audit';
  label: string;
  keys: string;
  /** without it, the section is not shown */
  permission: Schemas['Permission']['name'];
}

/** The sections of the desk, in the order of the navigation. */
export const SECTIONS: Section[] = [
  { to: '/$tenant/alerts', label: 'Alerts', keys: 'g a', permission: 'read_customers' },
  { to: '/$tenant/customers', label: 'Customers', keys: 'g c', permission: 'read_customers' },
  { to: '/$tenant/cases', label: 'Cases', keys: 'g s', permission: 'read_customers' },
  { to: '/$tenant/proposals', label: 'Proposals', keys: 'g p', permission: 'read_proposals' },
  { to: '/$tenant/rules', label: 'Rules', keys: 'g r', permission: 'read_configuration' },
  { to: '/$tenant/audit', label: 'Audit trail', keys: 'g t', permission: 'read_audit' },
];
