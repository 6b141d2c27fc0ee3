import type { Database } from '@probity/persistence/database';
import { type Answer, Api } from '../../../testing/api';
import type { WebhookReceiver } from '../../interface/webhook-receiver';

/** The APIs and tools that every step of the generator uses. */
export interface Scene {
  gateway: Api;
  backOffice: Api;
  receiver: WebhookReceiver;
  /** the database's owner, for two things that the APIs cannot do: make an event fail, and check for unfinished work */
  owner: Database;
  /**
   * false: no event fails. With EventStoreDB, an outcome that Postgres rejects is in the event store nevertheless, and its
   * stream contradicts the read side until an operator looks.
   */
  makesEventsFail?: boolean;
}

/** A tenant that is being filled. */
export interface FilledTenant {
  id: string;
  slug: string;
  /** the gateway with a key that has both scopes */
  api: Api;
  backOffice: Api;
  path: (below: string) => string;
  /** adds the tenant's own word to a text, for names that must not resemble names of other tenants */
  own: (text: string) => string;
}

export const DECISION = { reason: 'looked at for the upgrade dump' };

/** Waits for the response and returns its data. @throws Error if the status is not the expected one */
export async function expecting<Data = any>(status: number, asked: Promise<Answer>): Promise<Data> {
  const { status: returned, body } = await asked;
  if (returned !== status) {
    throw new Error(`the product returned ${returned} instead of ${status}: ${JSON.stringify(body)}`);
  }
  return (body?.data ?? body) as Data;
}
