import Type, { type Static } from 'typebox';
import { MAX_REPORTED } from './limits';

const Count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_REPORTED, description }));

/** What the program that read the files reported. Absent if it reported nothing, as earlier versions did. */
export const reportedRecords = {
  skipped: Count('records that were left out on purpose'),
  malformed: Count('records with an error, which were left out'),
  odd: Count('values that could not be read as they are, in records that were kept'),
};

export type ReportedRecords = { [Name in keyof typeof reportedRecords]?: Static<(typeof reportedRecords)[Name]> };

type Given = { [Name in keyof ReportedRecords]?: number | null };

/** Returns only the numbers that are given. In a request, null counts as absent. */
export function reportedIn({ skipped, malformed, odd }: Given): ReportedRecords {
  return {
    ...(typeof skipped === 'number' && { skipped }),
    ...(typeof malformed === 'number' && { malformed }),
    ...(typeof odd === 'number' && { odd }),
  };
}
