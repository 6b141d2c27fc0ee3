import Type from 'typebox';
import { command } from '../declaration/command';
import {
  CUSTOMER_MAINTENANCE_COMMANDS,
  MAINTENANCE_COMMANDS,
  PIPELINE_MAINTENANCE_COMMANDS,
  WEBHOOK_MAINTENANCE_COMMANDS,
} from '../topics';
import { ReadSideVerification } from './verification';
import { RebuildProgress } from './views';

const rebuild = (name: string, topic: string, of: string) =>
  command({
    name,
    topic,
    summary: `Delete the projections of ${of} and project all events again. Replies several times; the last reply has \`done\`.`,
    key: () => 'all',
    request: Type.Object({}),
    reply: RebuildProgress,
  });

export const rebuildLedgerProjections = rebuild('ledger.rebuild-projections', MAINTENANCE_COMMANDS, 'ledgers');

export const rebuildPipelineProjections = rebuild(
  'pipeline.rebuild-pipeline',
  PIPELINE_MAINTENANCE_COMMANDS,
  'lists, sources, rules, backtests, providers and their signals, and rescreenings',
);

export const rebuildAcceptedEvents = command({
  name: 'pipeline.rebuild-accepted-events',
  topic: PIPELINE_MAINTENANCE_COMMANDS,
  summary:
    'Store accepted events and their outcomes that the read side lacks. Customers must be there. Replies several times; ' +
    'the last reply has `done`.',
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
});

export const rebuildCustomerProjections = rebuild(
  'customer-risk.rebuild-customers',
  CUSTOMER_MAINTENANCE_COMMANDS,
  'customers, alerts, cases, files and reports',
);

export const overwriteErasedCustomers = command({
  name: 'customer-risk.overwrite-erased-customers',
  topic: CUSTOMER_MAINTENANCE_COMMANDS,
  summary:
    'Overwrite the rows of erased customers in all services once more, after other services rebuilt theirs. Replies several ' +
    'times; the last reply has `done`.',
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
});

export const rebuildWebhookAudit = rebuild(
  'webhooks.rebuild-audit',
  WEBHOOK_MAINTENANCE_COMMANDS,
  'the audit trail of webhook endpoints',
);

const verification = (name: string, topic: string, of: string) =>
  command({
    name,
    topic,
    summary: `Compare the projections of ${of} with the events, and change nothing. Replies several times; the last reply has \`done\`.`,
    key: () => 'all',
    request: Type.Object({}),
    reply: ReadSideVerification,
  });

export const verifyLedgerProjections = verification('ledger.verify-projections', MAINTENANCE_COMMANDS, 'ledgers');

export const verifyPipelineProjections = verification(
  'pipeline.verify-pipeline',
  PIPELINE_MAINTENANCE_COMMANDS,
  'lists, sources, rules, backtests, providers and their signals, and rescreenings',
);

export const verifyAcceptedEvents = verification(
  'pipeline.verify-accepted-events',
  PIPELINE_MAINTENANCE_COMMANDS,
  'accepted events and their outcomes',
);

export const verifyCustomerProjections = verification(
  'customer-risk.verify-customers',
  CUSTOMER_MAINTENANCE_COMMANDS,
  'customers, alerts, cases, files and reports',
);

export const verifyWebhookProjections = verification(
  'webhooks.verify-endpoints',
  WEBHOOK_MAINTENANCE_COMMANDS,
  'webhook endpoints',
);
