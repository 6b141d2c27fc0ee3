import { Database } from '@probity/persistence/database';

/** The injection token of the connections for long statements: the same database, without a query time-out. */
export abstract class MaintenanceDatabase extends Database {}
