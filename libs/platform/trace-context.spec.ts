import { isTraceparent, traceOf } from './trace-context';

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the trace of a request', () => {
  it('is the trace of the caller if it is well-formed', () => {
    expect(traceOf(GIVEN)).toBe(GIVEN);
  });

  it.each([
    ['missing', undefined],
    ['not hexadecimal', '00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01'],
    ['all zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['of another version', GIVEN.replace('00-', 'ff-')],
    ['with a line break', `${GIVEN}\nx: y`],
    ['given twice', [GIVEN, GIVEN]],
  ])('is new if the header is %s', (_case, header) => {
    const trace = traceOf(header);
    expect(isTraceparent(trace)).toBe(true);
    expect(trace).not.toBe(header);
  });

  it('is different for each request', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => traceOf(undefined))).size).toBe(1_000);
  });
});
