import { Body, Post } from '@nestjs/common';
import type { TenantLimits } from '@probity/contracts/limits/limits';
import { ingestEvent } from '@probity/contracts/pipeline/commands';
import { AcceptedEvent } from '@probity/contracts/pipeline/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { CommandBus } from '@probity/messaging/command-bus';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { inTurnOf } from '@probity/platform/http/large-bodies';
import { newId } from '@probity/platform/ids';
import { ByKey } from '../actor';
import { Limits, TenantId } from '../auth/tenant.decorator';
import { refuseTooManyParties, TOO_MANY_PARTIES } from '../customers/party-quota';
import { OnboardingEventBody, TransactionEventBody } from './event.dto';
import { readEvent } from './read-event';

const EVENT_BODY = {
  oneOf: [{ $ref: () => TransactionEventBody }, { $ref: () => OnboardingEventBody }],
  discriminator: {
    propertyName: 'event_type',
    mapping: {
      transaction: '#/components/schemas/TransactionEventBody',
      onboarding: '#/components/schemas/OnboardingEventBody',
    },
  },
};

/** Rules that the schemas of the payloads do not express. */
const WRONG_PAYLOAD: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'payload must name the customer by at least one of customer_id, external_id, email, account_ref',
  when:
    'an onboarding event names no customer, a time, a date, a country or an amount is out of range, or the check digit ' +
    'of an IMO number is wrong',
};

const TOO_MANY_WAITING: DocumentedRefusal = {
  code: 'quota_exceeded',
  message:
    'the limit waiting_events is 100000, and the tenant has at least 100000 now. No changes were made; ' +
    'create the customers, or ask an operator to raise it.',
  when: 'no customer has the reference of the event, and as many events as may wait for customers do so',
};

@ApiController('Events', 'events')
export class IngestionController {
  constructor(private readonly commands: CommandBus) {}

  /** The only route without a slug: the body names the tenant. */
  @Post('webhook')
  @ApiRoute({
    summary: 'Send an event; when the response arrives, the event is durable and its processing begins',
    description:
      'A transaction whose account_ref matches no customer waits until a customer has it. A repeated transaction_id ' +
      'counts once, so you may send an event again when its outcome is unknown.',
    status: 202,
    body: EVENT_BODY,
    bare: AcceptedEvent,
    refusals: ['transaction_id_taken', WRONG_PAYLOAD, TOO_MANY_PARTIES, TOO_MANY_WAITING],
  })
  async ingest(
    @TenantId() tenantId: string,
    @ByKey() by: Actor,
    @Limits() limits: TenantLimits,
    @Body() body: unknown,
  ): Promise<AcceptedEvent> {
    const event = await inTurnOf(body, () => readEvent(body, tenantId, new Date()));
    if (event.event_type === 'onboarding') {
      refuseTooManyParties(limits, event.payload.profile ?? {});
    }
    const request = { tenant_id: tenantId, event_id: newId(), ...event, ...by };
    const { event_id } = await this.commands.send(ingestEvent, request);
    return { status: 'accepted', event_id };
  }
}
