import { randomBytes } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { sealedStaffSecrets } from '../../apps/back-office/staff/sealed-staff-secrets';
import { sealedInPipeline } from '../../apps/pipeline/providers/sealed-in-pipeline';
import type { Api } from '../../testing/api';
import { expecting } from './expecting';

/** Sets an identity provider and the source of a list with secrets. */
export async function setSecrets(backOffice: Api, slug: string): Promise<void> {
  const why = { reason: 'a test' };
  const login = {
    issuer: 'http://127.0.0.1:9',
    client_id: 'probity',
    client_secret: 'a secret',
    display_name: 'Login',
  };
  await expecting(200, backOffice.put(`/tenants/${slug}/identity-providers`, { ...login, ...why }));
  const files = [{ role: 'list', url: 'https://lists.example.org/un.xml?token=secret' }];
  const source = { format: 'un-consolidated', files, active: false, ...why };
  await expecting(200, backOffice.put('/watchlists/sealed-list/source', source));
}

/** Seals the secrets of staff, identity providers, providers and lists again, as for a new master key. */
export async function sealAgain(database: Database, masterKey: Buffer): Promise<void> {
  const sealer = new Sealer({ current: randomBytes(32), previous: masterKey });
  const store = new AggregateStore(new PostgresEventStore(database), database);
  const all = [...sealedStaffSecrets(database, sealer, store), ...sealedInPipeline(database, sealer, store)];
  for (const secrets of all) await secrets.reseal(new AbortController().signal);
}
