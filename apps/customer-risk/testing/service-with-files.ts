import type { CaseFile } from '@probity/contracts/case-files/views';
import { Faults } from '@probity/event-store/testing/faulty-event-store';
import { ROLES } from '@probity/persistence/roles';
import { CaseFileQueries } from '@probity/read-side/cases/case-file-queries';
import { FileSender, type SentFile } from './case-files';
import { type CustomerRiskFixture, startCustomerRiskFixture } from './customer-risk-fixture';

// A spec that imports this file gets a running customer-risk, and a sender of files of cases.

export let service: CustomerRiskFixture;
export let sender: FileSender;
/** the points at which the service crashes; a test begins with none */
export const faults = new Faults();
let files: CaseFileQueries;

beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
  files = new CaseFileQueries(await service.database.as(ROLES.backOffice));
  sender = new FileSender(service);
});
afterAll(() => service?.stop());
afterEach(() => faults.clear());

/** The files of the case of a file, as the back office lists them. */
export const listed = (file: SentFile): Promise<CaseFile[]> => files.ofCase(file.tenant_id, file.case_id);
