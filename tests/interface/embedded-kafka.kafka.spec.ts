import { everySuite } from './every-suite';
import { onProfile } from './product';

onProfile('embedded-kafka', everySuite);
