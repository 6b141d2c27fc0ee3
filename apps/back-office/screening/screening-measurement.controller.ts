import { Body, Post } from '@nestjs/common';
import { ScreeningMeasurement } from '@probity/contracts/screening/measurement-views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { ScreeningMeasurements } from '@probity/read-side/screening-measurement/screening-measurements';
import { Tenant } from '../tenants/tenant.decorator';
import { proposalProblems } from './proposal-problems';
import { MeasureScreeningBody } from './screening-measurement.dto';

const MAX_PROBLEMS = 5;

/** What other settings of screening would have changed about decided alerts. */
@ApiController('Screening', 'tenants/:slug/screening-measurement')
export class ScreeningMeasurementController {
  /** the tenants with a measurement in this process: each takes seconds of computing time */
  private readonly running = new Set<string>();

  constructor(private readonly measurements: ScreeningMeasurements) {}

  @Post()
  @ApiRoute({
    summary: 'Measure on decided alerts what another threshold, other rules or weights would have changed',
    description:
      'Scores the newest decided alerts of screening again, with the recorded subject and entry. Changes nothing. ' +
      'Without a proposal, the settings of today are measured. A tenant has one measurement at a time.',
    permission: 'operate_pipeline',
    status: 200,
    idempotency: 'none',
    data: ScreeningMeasurement,
    refusals: [
      {
        code: 'invalid_field',
        message: 'threshold must be a number from 0.5 to 1',
        when: 'the proposal is invalid; `message` names each invalid field',
      },
      'measurement_running',
    ],
  })
  async measure(@Tenant() { id }: TenantView, @Body() proposal: MeasureScreeningBody): Promise<ScreeningMeasurement> {
    const { threshold, thresholds, weights } = proposal;
    const problems = proposalProblems({ threshold, thresholds, weights });
    if (problems.length > 0) throw invalid('invalid_field', problems.slice(0, MAX_PROBLEMS).join('; '));
    if (this.running.has(id)) {
      throw invalid('measurement_running', 'a measurement of the tenant is running; try again when it has ended');
    }
    this.running.add(id);
    try {
      return await this.measurements.measure(id, { threshold, thresholds, weights });
    } finally {
      this.running.delete(id);
    }
  }
}
