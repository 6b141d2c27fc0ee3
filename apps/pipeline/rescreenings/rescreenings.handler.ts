import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { cancelRescreening, startRescreening } from '@probity/contracts/rescreenings/commands';
import type { Rescreening } from '@probity/contracts/rescreenings/views';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database, type Sql } from '@probity/persistence/database';
import { found, invalid } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { Actions } from '@probity/read-side/audit/actions';
import { auditedOfficer } from '@probity/read-side/audit/audit-entry';
import { RescreeningQueries } from '@probity/read-side/rescreenings/rescreening-queries';
import { customersToScreen } from './rescreening-rows';
import { ScorerRescreenings } from './scorer-rescreenings';

const INSERT = `
  INSERT INTO pipeline.rescreenings (id, tenant_id, preview, threshold, total, reason, started_by, started_by_id, started_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`;
const RUNNING_OF_STAFF = 'SELECT id FROM pipeline.rescreenings WHERE tenant_id = $1 AND ended_at IS NULL';
const CANCEL = `
  UPDATE pipeline.rescreenings SET outcome = 'cancelled', ended_at = $3
  WHERE id = $1 AND tenant_id = $2 AND ended_at IS NULL`;

/** Starts and cancels screenings of all customers. Of a tenant, staff have one at a time. A repeated command has one effect. */
@Controller()
export class RescreeningsHandler {
  private readonly queries: RescreeningQueries;

  constructor(
    private readonly database: Database,
    private readonly actions: Actions,
    private readonly scorer: ScorerRescreenings,
    private readonly time: TimeSource,
  ) {
    this.queries = new RescreeningQueries(database);
  }

  @OnCommand(startRescreening)
  async start(request: RequestOf<typeof startRescreening>): Promise<Rescreening> {
    const { tenant_id, rescreening_id: id, preview, threshold, reason, officer, officer_id } = request;
    const total = await customersToScreen(this.database, tenant_id);
    const row = [id, tenant_id, preview, threshold, total, reason, officer, officer_id, this.time.now()];
    await this.record(request, 'started', { preview, threshold, customers: total }, (sql) => sql.query(INSERT, row));
    const view = await this.queries.rescreening(tenant_id, id);
    if (view) return view;
    const message = 'a screening of all customers of the tenant is running. No changes were made; wait, or cancel it.';
    throw invalid('rescreening_running', message);
  }

  @OnCommand(cancelRescreening)
  async cancel(request: RequestOf<typeof cancelRescreening>): Promise<Rescreening> {
    const { tenant_id, rescreening_id: id, reason } = request;
    const { scorer_version } = found('rescreening', id, await this.queries.rescreening(tenant_id, id));
    if (scorer_version === null) await this.cancelOfStaff(request);
    else await this.scorer.end(id, { outcome: 'cancelled', reason, ...auditedOfficer(request) });
    const view = found('rescreening', id, await this.queries.rescreening(tenant_id, id));
    if (view.status === 'cancelled') return view;
    throw invalid('rescreening_ended', `the rescreening ${id} ended at ${view.ended_at}. No changes were made.`);
  }

  private async cancelOfStaff(request: RequestOf<typeof cancelRescreening>): Promise<void> {
    const row = [request.rescreening_id, request.tenant_id, this.time.now()];
    await this.record(request, 'cancelled', {}, (sql) => sql.query(CANCEL, row));
  }

  /** A rescreening is started once, and cancelled once. */
  private record(
    { tenant_id, rescreening_id, reason, ...by }: RequestOf<typeof cancelRescreening>,
    did: 'started' | 'cancelled',
    data: object,
    change: (sql: Sql) => Promise<{ rowCount: number | null }>,
  ): Promise<unknown> {
    const about = { tenant_id, subject_type: 'rescreening' as const, subject_id: rescreening_id };
    const done = { action: `rescreening.${did}`, ...auditedOfficer(by), reason, data };
    return this.actions.perform(
      { id: derivedId(rescreening_id, did), ...about, ...done, at: this.time.now() },
      {
        check: () => this.isPossible(tenant_id, rescreening_id, did),
        work: async (sql) => (await change(sql)).rowCount === 1,
      },
    );
  }

  private async isPossible(tenantId: string, id: string, what: 'started' | 'cancelled'): Promise<boolean> {
    const { rows } = await this.database.query<{ id: string }>(RUNNING_OF_STAFF, [tenantId]);
    return what === 'started' ? rows.length === 0 : rows.some((running) => running.id === id);
  }
}
