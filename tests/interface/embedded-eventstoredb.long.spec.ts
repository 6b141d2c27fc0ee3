import { suitesBetween } from './every-suite';
import { onProfile } from './product';

onProfile('embedded-eventstoredb', suitesBetween);
