import { quickSuites } from './every-suite';
import { onProfile } from './product';

// The hostile requests run on the other profiles, in the long tests.
onProfile('embedded', quickSuites);
