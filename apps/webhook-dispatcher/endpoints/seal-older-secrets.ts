import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Sealer } from '@probity/platform/sealing';
import { openOlderSecret, type SealedEndpoint, sealSecret } from './signing-secret';

const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended('secrets of webhooks', 0))";
const DONE = 'SELECT sealed FROM webhooks.secrets_sealed';
const MARK = 'INSERT INTO webhooks.secrets_sealed (sealed) VALUES ($1)';
const OLDER = `
  SELECT id, tenant_id, url, event_types, sealed_secret FROM webhooks.endpoints
  WHERE sealed_secret IS NOT NULL ORDER BY id FOR UPDATE`;
const SEAL = 'UPDATE webhooks.endpoints SET sealed_secret = $2 WHERE id = $1';
const CONTEXT = 'webhook secrets are sealed for their receivers';

/**
 * Seals the secrets of older versions for the receivers of their endpoints, at the first start of a version that does.
 * Later starts change nothing. The log names each endpoint, so that operators can compare them. A secret that cannot be
 * opened stays as it is, and its endpoint receives nothing. Returns how many were sealed.
 */
export function sealOlderSecrets(database: Database, sealer: Sealer, logger: Logger): Promise<number> {
  return database.transaction(async (sql) => {
    await sql.query(ONE_AT_A_TIME);
    if ((await sql.query(DONE)).rowCount !== 0) return 0;
    let sealed = 0;
    const { rows } = await sql.query<SealedEndpoint & { sealed_secret: Buffer }>(OLDER);
    for (const { sealed_secret, ...endpoint } of rows) {
      const { id: endpoint_id, tenant_id, url } = endpoint;
      let secret: string;
      try {
        secret = openOlderSecret(sealer, endpoint_id, sealed_secret);
      } catch (err) {
        logger.error({ err, endpoint_id }, 'the secret of a webhook cannot be opened; it receives nothing');
        continue;
      }
      await sql.query(SEAL, [endpoint_id, sealSecret(sealer, endpoint, secret)]);
      logger.warn(
        { endpoint_id, tenant_id, host: new URL(url).host },
        'sealed the secret of a webhook for its receiver',
      );
      sealed++;
    }
    await sql.query(MARK, [sealer.seal(Buffer.from(CONTEXT), CONTEXT)]);
    return sealed;
  });
}
