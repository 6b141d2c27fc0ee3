import type { NoticeRaised } from '@probity/contracts/notices/events';
import type { TimeOfRule } from '@probity/monitoring/rule-set';
import type { Notice, Revision } from '@probity/notices/notice-board';
import { TIME_LIMITS } from '../evaluation/evaluation';
import type { Suspension } from './rule-stops';
import type { TenantRuleSet } from './tenant-rules';

/** Of the rules that the data of a notice name. */
const MAX_IDS = 100;
/** Of the rules that the text of a notice names. */
const MAX_NAMES = 3;

/**
 * The content of the notice about stopped rules; undefined if the open one names them, and no rule that is gone.
 *
 * @param stopped the ids of the rules that were stopped lately
 * @param longest the rules that ran longest for the last event whose time was used up
 */
export function revisionOf(
  open: NoticeRaised | undefined,
  { byId }: TenantRuleSet,
  stopped: string[],
  longest: readonly TimeOfRule[],
): Revision | undefined {
  const rule_ids = stopped.slice(0, MAX_IDS);
  const named = open && ((open.data.rule_ids ?? []) as string[]);
  if (named && rule_ids.every((id) => named.includes(id)) && named.every((id) => byId.has(id))) return undefined;
  const nameOf = (id: string): string => `"${byId.get(id)!.definition.name}"`;
  const names = stopped.slice(0, MAX_NAMES).map(nameOf).join(', ');
  const more = stopped.length > MAX_NAMES ? ` and ${stopped.length - MAX_NAMES} more` : '';
  const slowest = longest.filter(({ rule_id }) => byId.has(rule_id)).slice(0, MAX_NAMES);
  const took = slowest.map(({ rule_id, ms }) => `${nameOf(rule_id)} (${Math.round(ms)} ms)`).join(', ');
  return {
    severity: 'medium',
    message:
      `Monitoring rules are stopped because the time is used up: ${names}${more}. Events may match them without an ` +
      'alert; the outcomes of these events name the rules.' +
      (took ? ` Most of the ${TIME_LIMITS.ofEvent} ms of all rules was taken by ${took}.` : '') +
      ' Make the rules simpler or their windows shorter.',
    data: { rule_ids, longest: slowest.map(({ rule_id }) => rule_id), limits_ms: { ...TIME_LIMITS } },
  };
}

export function suspendedNotice(tenantId: string, { byId }: TenantRuleSet, suspension: Suspension): Notice {
  const { rule_id, stopped, evaluated, time_limit } = suspension;
  const why =
    time_limit === 'rule'
      ? `it used up its time of ${TIME_LIMITS.ofRule} ms for ${stopped} of ${evaluated} events`
      : `all rules together used up their time of ${TIME_LIMITS.ofEvent} ms for ${stopped} of ${evaluated} events, and ` +
        'it took most of this time';
  return {
    tenantId,
    kind: 'rule_suspended',
    subject: rule_id,
    severity: 'high',
    message:
      `The monitoring rule "${byId.get(rule_id)!.definition.name}" is disabled: ${why}. Make its windows shorter or its ` +
      'conditions simpler, then activate it again.',
    data: { ...suspension },
  };
}
