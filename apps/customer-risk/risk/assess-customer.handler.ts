import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { assessCustomer } from '@probity/contracts/customers/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { assessmentOf } from '../customers/customer-state';
import { Customers } from '../customers/customers';
import { Assessments } from './assessments';

@Controller()
export class AssessCustomerHandler {
  constructor(
    private readonly customers: Customers,
    private readonly assessments: Assessments,
  ) {}

  @OnCommand(assessCustomer)
  async handle({ tenant_id, customer_id, trigger_type, reason }: RequestOf<typeof assessCustomer>) {
    const before = assessmentOf(await this.customers.load(tenant_id, customer_id));
    const cause = { trigger_type, reason, actor_type: 'system' as const };
    const assessment = assessmentOf(await this.assessments.settle(tenant_id, customer_id, cause));
    return { assessment, rating_changed: assessment.rating !== before.rating };
  }
}
