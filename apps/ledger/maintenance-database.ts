import { Database } from '@probity/persistence/database';

/** The injection token of the connections for long statements. They use the same database, without a time-out. */
export abstract class MaintenanceDatabase extends Database {}
