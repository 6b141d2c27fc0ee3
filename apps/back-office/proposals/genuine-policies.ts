import { Injectable } from '@nestjs/common';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import { tenantStream } from '@probity/contracts/tenants/events';
import { StreamCutOff } from '@probity/event-store/event-store';
import { Contradictions } from '@probity/persistence/contradictions';
import { Database } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import { grantSubject } from '@probity/read-side/grant-subject';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { TenantHistory } from './tenant-history';
import { demandedAt } from './tenant-in-events';

const REPORT_MS = 3_600_000;

/**
 * For which changes tenants need two people, as their events say, which have MACs. A row that was inserted, changed or
 * deleted in the database decides nothing, and operators get a notice.
 */
@Injectable()
export class GenuinePolicies {
  private readonly reports: Contradictions;

  constructor(
    database: Database,
    private readonly rows: FourEyesQueries,
    private readonly history: TenantHistory,
  ) {
    this.reports = new Contradictions(database, REPORT_MS);
  }

  /** @throws EventDamaged, StreamCutOff when the events do not say it any more; operators get a notice */
  async current(tenantId: string): Promise<CurrentFourEyes> {
    const row = await this.rows.stored(tenantId); // before the events, so that these have all that it reflects
    try {
      const tenant = await this.history.upToNow(tenantId);
      if (row && row.revision > tenant.last.revision && (await this.history.endsBefore(tenantId, row.revision))) {
        const { revision } = tenant.last;
        throw new StreamCutOff(
          tenantStream(tenantId),
          `it ends at revision ${revision}, and the read side is at revision ${row.revision}`,
        );
      }
      if (row && canonicalJson(row.demanded) !== canonicalJson(demandedAt(tenant, row.revision))) {
        await this.report(tenantId);
      }
      return demandedAt(tenant);
    } catch (error) {
      if (error instanceof StreamCutOff) await this.reports.report(error, error.stream, error.how);
      throw error;
    }
  }

  private async report(tenantId: string): Promise<void> {
    const detail = 'its events say otherwise, and they count';
    const error = new Error(`the stored policy of two people of tenant ${tenantId} is not used: ${detail}`);
    await this.reports.report(error, grantSubject('four_eyes_policy', tenantId), detail);
    if (error.cause) throw error;
  }
}
