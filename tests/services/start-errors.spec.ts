import { forbiddenNetworks, malformedVariables, startErrors } from './start-errors.suite';

malformedVariables();
forbiddenNetworks();
// One service is enough here, because all start with the same code; start-errors.long.spec.ts tests the others.
startErrors(['ledger']);
