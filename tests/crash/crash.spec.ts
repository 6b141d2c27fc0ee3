import { crash } from './crash.suite';

// Two rounds, for `npm test`; crash.long.spec.ts has twenty.
describe('the ledger under two kills', () => crash(['process', 'postgres']));
