import { coreSuites } from './every-suite';
import { onProfile } from './product';

// The other suites run in embedded.rest.long.spec.ts.
onProfile('embedded', coreSuites);
