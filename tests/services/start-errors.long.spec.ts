import { APPS, startErrors } from './start-errors.suite';

startErrors(APPS.filter((app) => app !== 'ledger'));
