import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, paced } from '../fields';
import {
  CUSTOMER_MAINTENANCE_COMMANDS,
  LOG_COMMANDS,
  MAINTENANCE_COMMANDS,
  PIPELINE_MAINTENANCE_COMMANDS,
  WEBHOOK_MAINTENANCE_COMMANDS,
} from '../topics';
import { MAX_NOTE_CHARACTERS } from '../checkpoints/views';
import { AuditComparison } from './comparison';
import { LogVerification } from './verification';

const verification = (name: string, topic: string) =>
  command({
    name,
    topic,
    summary:
      'Compare the audit trail of a tenant, and what concerns all tenants, with the events. Replies several times; the ' +
      'last reply has `done`.',
    key: () => 'all',
    request: Type.Object({ tenant_id: Id, ...paced }),
    reply: AuditComparison,
  });

export const verifyLedgerAudit = verification('ledger.verify-ledger-audit', MAINTENANCE_COMMANDS);
export const verifyPipelineAudit = verification('pipeline.verify-pipeline-audit', PIPELINE_MAINTENANCE_COMMANDS);
export const verifyCustomerAudit = verification('customer-risk.verify-customer-audit', CUSTOMER_MAINTENANCE_COMMANDS);
export const verifyWebhookAudit = verification('webhooks.verify-webhook-audit', WEBHOOK_MAINTENANCE_COMMANDS);

export const verifyLog = command({
  name: 'notary.verify-log',
  topic: LOG_COMMANDS,
  summary:
    'Compare the log of a tenant with the stored events and its signed checkpoints. Replies several times; the last reply ' +
    'has `done`.',
  key: ({ log }) => log,
  request: Type.Object({
    log: Type.String({ description: 'the id of the tenant, or `platform` for the events that belong to no tenant' }),
    checkpoint: Type.Optional(
      Type.String({
        maxLength: MAX_NOTE_CHARACTERS,
        description: 'a checkpoint of the log that was kept outside of Probity, as a signed note',
      }),
    ),
    tenant_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'whose audit trail is being verified; its verifications take turns' }),
    ),
    ...paced,
  }),
  reply: LogVerification,
  example: { request: { log: 'platform' } },
});
