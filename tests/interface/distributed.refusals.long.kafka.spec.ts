import { refusalSuites } from './every-suite';
import { onProfile } from './product';

onProfile('distributed', refusalSuites);
