import {
  AddGlobalOrder1700000000150,
  CreateCheckpoints1700000000400,
  CreateEventStore1700000000100,
} from '@probity/event-store/postgres/migrations';
import { ClaimAccountIds1700000000500, CreateLedgerTables1700000000200 } from './ledger/migrations';
import { CreateRoles1700000000000, CreateTenantTables1700000000300 } from './tenants/migrations';

/** Every migration of the database, in the order of their timestamps. */
export const migrations = [
  CreateRoles1700000000000,
  CreateEventStore1700000000100,
  AddGlobalOrder1700000000150,
  CreateLedgerTables1700000000200,
  CreateTenantTables1700000000300,
  CreateCheckpoints1700000000400,
  ClaimAccountIds1700000000500,
];
