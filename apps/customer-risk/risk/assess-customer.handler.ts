import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { assessCustomer } from '@probity/contracts/customers/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { assessedOf } from '../customers/customer-state';
import { Assessments } from './assessments';

@Controller()
export class AssessCustomerHandler {
  constructor(private readonly assessments: Assessments) {}

  @OnCommand(assessCustomer)
  async handle({ tenant_id, customer_id, trigger_type, reason }: RequestOf<typeof assessCustomer>) {
    const before = assessedOf((await this.assessments.load(tenant_id, customer_id)).state);
    const cause = { trigger_type, reason, actor_type: 'system' as const };
    const { state } = await this.assessments.settle(tenant_id, customer_id, cause);
    const { assessment, rating_to } = assessedOf(state);
    return { assessment, rating_changed: rating_to !== before.rating_to };
  }
}
