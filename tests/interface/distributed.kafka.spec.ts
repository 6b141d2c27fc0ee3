import { featureSuites } from './every-suite';
import { onProfile } from './product';

// The suites of rejected requests run in distributed.refusals.long.kafka.spec.ts.
onProfile('distributed', featureSuites);
