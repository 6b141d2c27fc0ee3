import { skipped } from '../skipped';
import type { MonitoringStage } from './monitoring-stage';

/** Another system monitors events; Probity skips the stage. */
export const externalMonitoring: MonitoringStage = {
  monitor: (_rules, _evaluate, _event, alerted) =>
    Promise.resolve({ alerts: [], stage: skipped('monitoring', 'external'), alerted }),
};
