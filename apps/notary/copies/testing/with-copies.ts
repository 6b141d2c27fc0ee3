import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { NotaryFixture } from '../../testing/notary-suite';
import { CopiesFixture } from './copies-fixture';

/** Gives each test of a file its own database, notaries, and places outside to which they copy. */
export function withCopies(use: (test: TestDatabase, notaries: NotaryFixture, outside: CopiesFixture) => void): void {
  let test: TestDatabase;
  let notaries: NotaryFixture;
  let outside: CopiesFixture;
  beforeEach(async () => {
    test = await createTestDatabase();
    notaries = await NotaryFixture.on(test);
    outside = new CopiesFixture(notaries, test.owner);
    await outside.start();
    use(test, notaries, outside);
  });
  afterEach(async () => {
    await notaries.stop();
    await outside.stop();
    await test.drop();
  });
}
