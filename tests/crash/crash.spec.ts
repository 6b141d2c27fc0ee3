import { crash } from './crash.suite';

// Two rounds for every test run; crash.long.spec.ts has twenty.
describe('the ledger under two kills', () => crash(['process', 'postgres']));
