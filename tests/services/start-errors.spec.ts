import { malformedVariables, startErrors } from './start-errors.suite';

malformedVariables();
// The rest start in start-errors.long.spec.ts: all start by the same code.
startErrors(['ledger']);
