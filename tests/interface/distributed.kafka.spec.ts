import { featureSuites } from './every-suite';
import { onProfile } from './product';

// The rest is in distributed.refusals.long.kafka.spec.ts.
onProfile('distributed', featureSuites);
