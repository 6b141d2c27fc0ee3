import type { AlertView } from '@probity/contracts/alerts/views';
import type { FourEyesPolicy } from '@probity/contracts/proposals/policy';

/** Whether the policy demands two people for closing the alert. */
export const needsTwoPeople = (
  { critical_alerts }: FourEyesPolicy,
  { severity, source }: Pick<AlertView, 'severity' | 'source'>,
): boolean => critical_alerts && severity === 'critical' && source === 'screening';

export const isActive = ({ status }: Pick<AlertView, 'status'>): boolean => status === 'open' || status === 'escalated';
