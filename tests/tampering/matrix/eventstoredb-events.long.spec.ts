import { eventMatrix } from './event-matrix.suite';

jest.setTimeout(600_000);

describe('a person who changes the events of a ledger in EventStoreDB', () => eventMatrix('EventStoreDB'));
