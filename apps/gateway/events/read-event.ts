import { EVENT_TYPES, type EventType } from '@probity/contracts/pipeline/views';
import { invalid, Refusal } from '@probity/platform/errors';
import { readDto } from '@probity/platform/http/dto.pipe';
import { isUuid } from '@probity/platform/ids';
import { OnboardingEventBody, TransactionEventBody, UntypedEventBody } from './event.dto';
import { onboardingPayload, transactionPayload } from './payloads';

export interface ReadEvent {
  event_type: EventType;
  /** in canonical form */
  payload: Record<string, unknown>;
}

/**
 * Reads the body of an event: whose it is comes before what it is, so that nobody learns from the
 * answer what another tenant would be told.
 *
 * @param now time of receipt, which is when a transaction happened that does not say so
 * @throws Refusal `forbidden` when it names another tenant, whether or not that exists; `invalid`
 */
export function readEvent(body: unknown, tenantId: string, now: Date): ReadEvent {
  const { tenant_id, event_type } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (isUuid(tenant_id) && tenant_id.toLowerCase() !== tenantId) {
    throw new Refusal('forbidden', 'wrong_tenant', 'the API key belongs to another tenant');
  }
  switch (event_type) {
    case 'transaction':
      return { event_type, payload: transactionPayload(readDto(TransactionEventBody, body).payload, now) };
    case 'onboarding':
      return { event_type, payload: onboardingPayload(readDto(OnboardingEventBody, body).payload) };
    default:
      readDto(UntypedEventBody, body);
      throw invalid('invalid_field', `event_type must be one of the following values: ${EVENT_TYPES.join(', ')}`);
  }
}
