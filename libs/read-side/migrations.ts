import {
  AddGlobalOrder1700000000150,
  CreateCheckpoints1700000000400,
  CreateDeadFacts1700000000550,
  CreateEventStore1700000000100,
  CreateOrigin1700000001100,
} from '@probity/event-store/postgres/migrations';
import { CreateCustomerRiskTables1700000000700 } from './customers/migrations';
import { ClaimAccountIds1700000000500, CreateLedgerTables1700000000200 } from './ledger/migrations';
import { CreatePipelineTables1700000000800 } from './pipeline/migrations';
import { CreateComplianceSettings1700000000600 } from './settings/migrations';
import { CreateRoles1700000000000, CreateTenantTables1700000000300 } from './tenants/migrations';
import { CreateWatchlistTables1700000000900 } from './watchlists/migrations';
import { CreateWebhookTables1700000001000 } from './webhooks/migrations';

/** Every migration of the database, in the order of their timestamps. */
export const migrations = [
  CreateRoles1700000000000,
  CreateEventStore1700000000100,
  AddGlobalOrder1700000000150,
  CreateLedgerTables1700000000200,
  CreateTenantTables1700000000300,
  CreateCheckpoints1700000000400,
  ClaimAccountIds1700000000500,
  CreateDeadFacts1700000000550,
  CreateComplianceSettings1700000000600,
  CreateCustomerRiskTables1700000000700,
  CreatePipelineTables1700000000800,
  CreateWatchlistTables1700000000900,
  CreateWebhookTables1700000001000,
  CreateOrigin1700000001100,
];
