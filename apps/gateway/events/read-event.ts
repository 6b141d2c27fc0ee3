import type { Type } from '@nestjs/common';
import type { EventType } from '@probity/contracts/pipeline/views';
import { EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { invalid, Refusal } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { fieldsOf, readDto } from '@probity/platform/http/dto.pipe';
import { isUuid } from '@probity/platform/ids';
import {
  OnboardingEventBody,
  OnboardingPayload,
  TransactionEventBody,
  TransactionPayload,
  UntypedEventBody,
} from './event.dto';
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
    case 'transaction': {
      const { known, more } = apart(TransactionPayload, body as EventBody);
      return {
        event_type,
        payload: { ...more, ...transactionPayload(readDto(TransactionEventBody, known).payload, now) },
      };
    }
    case 'onboarding': {
      const { known, more } = apart(OnboardingPayload, body as EventBody);
      return { event_type, payload: { ...more, ...onboardingPayload(readDto(OnboardingEventBody, known).payload) } };
    }
    default:
      readDto(UntypedEventBody, body);
      throw invalid('invalid_field', `event_type must be one of the following values: ${EVENT_TYPES.join(', ')}`);
  }
}

type EventBody = Record<string, unknown>;

/**
 * Sets the fields of a payload apart that Probity does not know. Institutions send what they have: it is
 * kept with the event as it came, and rules can read it.
 */
function apart(payloadClass: Type<object>, body: EventBody): { known: EventBody; more: Record<string, unknown> } {
  const { payload } = body;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return { known: body, more: {} };
  const problem = freeFormProblem(payload, 'payload');
  if (problem) throw invalid('invalid_field', problem);
  const fields = fieldsOf(payloadClass);
  const pick = (isKnown: boolean) =>
    Object.fromEntries(Object.entries(payload).filter(([field]) => fields.has(field) === isKnown));
  return { known: { ...body, payload: pick(true) }, more: pick(false) };
}
