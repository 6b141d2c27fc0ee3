import { reportedIn } from './reported-records';

describe('the records that a reader of files reported', () => {
  it('are the numbers that it gave; null counts as absent', () => {
    expect(reportedIn({ skipped: 0, malformed: null, odd: 3 })).toEqual({ skipped: 0, odd: 3 });
    expect(reportedIn({ skipped: null })).toEqual({});
  });
});
