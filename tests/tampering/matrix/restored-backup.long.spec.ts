import { restoredBackup } from './restored-backup.suite';

jest.setTimeout(120_000);

describe('a person who puts back a backup, with events in Postgres', () => restoredBackup('Postgres'));
describe('a person who puts back a backup, with events in EventStoreDB', () => restoredBackup('EventStoreDB'));
