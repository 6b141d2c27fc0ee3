import { trailMatrix } from './trail-matrix.suite';

jest.setTimeout(600_000);

describe('a person who changes the events of a tenant in Postgres', () => trailMatrix('Postgres'));
