import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client';
import { fourEyesQuery } from '../settings/queries';

type Alert = Pick<Schemas['Alert'], 'severity' | 'source'>;

/**
 * What follows from closing alerts: first that another person must approve it, where the tenant wants two people. The
 * back office decides which do; this is for what people read before.
 *
 * @param follows what follows once it is decided; undefined: nothing is being decided
 */
export function useFollowsOfClosing(tenant: string, follows: string | undefined, alerts: readonly Alert[]) {
  const { data } = useQuery({ ...fourEyesQuery(tenant), enabled: follows !== undefined });
  const needTwo = data?.policy.critical_alerts === true ? alerts.filter(isCritical).length : 0;
  return follows && followsOf(follows, alerts.length, needTwo);
}

const isCritical = ({ severity, source }: Alert): boolean => severity === 'critical' && source === 'screening';

/** @param needTwo how many of the alerts need two people */
export function followsOf(follows: string, of: number, needTwo: number): string {
  if (needTwo === 0) return follows;
  const which = of === 1 ? 'This needs' : needTwo === of ? 'These need' : `${needTwo} of the ${of} need`;
  return `${which} two people: another person must approve it first. Then: ${follows}`;
}
