import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { Screening } from '../stages/screening/screening-stage';
import type { CustomerToRescreen } from './list-changes';
import type { ChangeRange } from './stored-entries';

/** Everything that screening threads do. */
export interface RemoteScreening extends Screening {
  /** see ListChanges */
  screenChanges(range: ChangeRange, customers: CustomerToRescreen[]): Promise<AlertToRaise[][] | undefined>;
}
