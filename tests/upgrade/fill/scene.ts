import type { Database } from '@probity/persistence/database';
import { type Answer, Api } from '../../../testing/api';
import type { WebhookReceiver } from '../../interface/webhook-receiver';

/** What every step of the generator works with. */
export interface Scene {
  gateway: Api;
  backOffice: Api;
  receiver: WebhookReceiver;
  /** the database's owner, for two things the APIs cannot do: make an event fail, and look whether work is left */
  owner: Database;
}

/** A tenant that is being filled. */
export interface FilledTenant {
  id: string;
  slug: string;
  /** the gateway with a key that has both scopes */
  api: Api;
  backOffice: Api;
  path: (below: string) => string;
  /** a text of this tenant's own, for names that nothing else may resemble */
  own: (text: string) => string;
}

export const DECISION = { reason: 'looked at for the upgrade dump', officer: 'Ada Byron' };

/** Waits for the answer and returns its data. Throws when the status is another one. */
export async function expecting<Data = any>(status: number, asked: Promise<Answer>): Promise<Data> {
  const { status: returned, body } = await asked;
  if (returned !== status) {
    throw new Error(`the product returned ${returned} instead of ${status}: ${JSON.stringify(body)}`);
  }
  return (body?.data ?? body) as Data;
}
