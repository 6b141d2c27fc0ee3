import { Injectable } from '@nestjs/common';
import type { Proposal } from '@probity/contracts/proposals/views';
import { AlertGroups } from '@probity/read-side/alerts/alert-groups';
import { isActive } from '../alerts/needs-two-people';

const TOGETHER = /\/alerts\/decide$/;

/** Proposals to decide several alerts together. */
@Injectable()
export class GroupProposals {
  constructor(private readonly alerts: AlertGroups) {}

  /** What is left of a request that was carried out; undefined if nothing is, or if it is about one thing. */
  async left(tenantId: string, { url, body }: Proposal['request']): Promise<string | undefined> {
    const { alert_ids: ids } = (body ?? {}) as { alert_ids?: string[] };
    if (!TOGETHER.test(url) || !ids) return undefined;
    const active = (await this.alerts.toDecide(tenantId, ids)).filter(isActive);
    if (active.length === 0) return undefined;
    return `${active.length} of ${ids.length} alerts are not decided; propose these again`;
  }
}
