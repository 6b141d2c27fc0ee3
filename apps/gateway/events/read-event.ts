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
 * Reads the body of an event. It checks the tenant before the content, so that the response reveals nothing about
 * another tenant.
 *
 * @param now time of receipt, used as the time of a transaction that has none
 * @throws Refusal `forbidden` when the event names another tenant, whether or not that tenant exists; `invalid` for
 * any other problem
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
 * Separates the payload fields that Probity does not know. They are stored with the event unchanged, and rules can
 * read them.
 */
function apart(payloadClass: Type<object>, body: EventBody): { known: EventBody; more: Record<string, unknown> } {
  const { payload } = body;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return { known: body, more: {} };
  const problem = freeFormProblem(payload, 'payload');
  if (problem) throw invalid('invalid_field', problem);
  const fields = fieldsOf(payloadClass);
  if (Object.keys(payload).every((field) => fields.has(field))) return { known: body, more: {} };
  const pick = (isKnown: boolean) =>
    Object.fromEntries(Object.entries(payload).filter(([field]) => fields.has(field) === isKnown));
  return { known: { ...body, payload: pick(true) }, more: pick(false) };
}
