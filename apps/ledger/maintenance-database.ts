import { Database } from '@probity/persistence/database';

/** What Nest injects the connections for long statements by: the same database, without a query time-out. */
export abstract class MaintenanceDatabase extends Database {}
