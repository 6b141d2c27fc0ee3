import { printable } from '../output/printable';
import type { ReceivedDelivery } from './webhooks-listener';

const MAX_TEXT = 100;

/** One line per delivery: time, whether it is verified, event, event id, and the subject or the problem. */
export function deliveryLine(delivery: ReceivedDelivery): string {
  const { received_at, event, problem, event_header, event_id_header } = delivery;
  const time = received_at.toISOString().replace(/\.\d+Z$/, 'Z');
  const known = event
    ? ['verified    ', event.event, event.event_id, ...aboutText(event.data)]
    : ['NOT verified', shortened(event_header), shortened(event_id_header), `${problem?.code}: ${problem?.message}`];
  const [verdict, name, ...rest] = known;
  return printable([time, verdict, name!.padEnd('alert.dismissed'.length), ...rest].join('  '));
}

/** Severity and title if the data has a title; otherwise the data itself, as for an unknown event type. */
function aboutText(data: unknown): string[] {
  const { severity, title } = Object(data) as Record<string, unknown>;
  if (typeof title !== 'string') return [shortened(JSON.stringify(data))];
  return [(typeof severity === 'string' ? severity : '').padEnd(8), title];
}

/** The delivery as JSON; `payload` is the event, or null when it is not verified. */
export function deliveryObject(delivery: ReceivedDelivery): object {
  const { received_at, event, problem, event_header, event_id_header, delivery_id, response_status } = delivery;
  return {
    received_at: received_at.toISOString(),
    verified: event !== undefined,
    event: event?.event ?? event_header ?? null,
    event_id: event?.event_id ?? event_id_header ?? null,
    delivery_id: delivery_id ?? null,
    answered: response_status,
    problem: problem ?? null,
    payload: event ?? null,
  };
}

/** Shortens a text from the sender, who may not be Probity: the text can be long. `-` if there is none. */
function shortened(text: string | undefined): string {
  if (text === undefined) return '-';
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
