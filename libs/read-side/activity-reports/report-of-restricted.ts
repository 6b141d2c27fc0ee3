import { invalid, type Refusal } from '@probity/platform/errors';

/** What is approved stays, so a report is not approved while the data of its customer is not shown. */
export const reportOfRestricted = (reportId: string): Refusal =>
  invalid(
    'report_incomplete',
    `report ${reportId} cannot be approved: the erasure of its customer was requested, and its data is not shown; ` +
      'withdraw the request first',
  );
