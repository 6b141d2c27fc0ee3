import { coreSuites } from './every-suite';
import { onProfile } from './product';

// The other suites run in distributed.rest.kafka.spec.ts.
onProfile('distributed', coreSuites);
