import { parseArgs } from 'node:util';
import { numberAboveZero, optionProblem, wholeNumber } from './run-tool';

function problemOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    return optionProblem(error as Error);
  }
  throw new Error('the option was accepted');
}

describe('a wrong option of a tool', () => {
  const options = { rules: { type: 'string' } } as const;

  it.each([
    [['--foo'], "Unknown option '--foo'"],
    [['--rules'], "Option '--rules <value>' argument missing"],
    [['more'], "Unexpected argument 'more'. This command does not take positional arguments"],
  ])('is described in one line: %j', (args, problem) => {
    expect(problemOf(() => parseArgs({ args, options }))).toBe(problem);
  });

  it.each(['abc', '0', '-1', '1.5', ''])('is named when it is not a whole number: %j', (text) => {
    expect(problemOf(() => wholeNumber('rules', text))).toBe('--rules must be a whole number from 1 on');
  });

  it.each(['abc', '0', '-1', 'Infinity', ''])('is named when it is not a number above 0: %j', (text) => {
    expect(problemOf(() => numberAboveZero('rate', text))).toBe('--rate must be a number above 0');
  });

  it('is not confused with a defect', () => {
    expect(optionProblem(new TypeError('x is not a function'))).toBeUndefined();
  });
});
