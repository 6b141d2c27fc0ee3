import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { EventStore } from '../event-store';

export interface RebuildParts {
  /** with personal data in clear, if the projections need it */
  events: EventStore;
  /** with the role of the service that owns the projections */
  database: Database;
  logger: Logger;
  close(): Promise<void>;
}
