import type { AssignmentRule } from '@probity/contracts/settings/assignment-rules';
import type { AlertToAssign } from '@probity/read-side/alerts/alerts-to-assign';

type Kind = Pick<AlertToAssign, 'severity' | 'source' | 'alert_type'>;

export interface Colleague {
  id: string;
  name: string;
}

/** The first rule that applies to an alert. */
export const ruleFor = (alert: Kind, rules: readonly AssignmentRule[]): AssignmentRule | undefined =>
  rules.find(
    ({ severities, sources, alert_types }) =>
      (severities?.includes(alert.severity) ?? true) &&
      (sources?.includes(alert.source) ?? true) &&
      (alert_types?.includes(alert.alert_type) ?? true),
  );

/** Who gets the next alerts of a tenant. It counts the alerts that it gives out. */
export class Team {
  /**
   * @param able the staff who may work on alerts now
   * @param loads how many active alerts each has
   */
  constructor(
    private readonly able: ReadonlyMap<string, Colleague>,
    private readonly loads: Map<string, number>,
  ) {}

  /** The one of the rule's accounts with the fewest alerts, of several the first; undefined when none may work now. */
  next({ assignees }: AssignmentRule): Colleague | undefined {
    let next: Colleague | undefined;
    for (const id of assignees) {
      const colleague = this.able.get(id);
      if (colleague && (!next || this.load(id) < this.load(next.id))) next = colleague;
    }
    if (next) this.loads.set(next.id, this.load(next.id) + 1);
    return next;
  }

  private load(id: string): number {
    return this.loads.get(id) ?? 0;
  }
}
