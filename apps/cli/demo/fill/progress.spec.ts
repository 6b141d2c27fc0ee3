import { barText, Progress } from './progress';

it('shows how much of the whole is done', () => {
  expect(barText('customers', 0, 200)).toBe('[------------------------]   0 %  customers');
  expect(barText('events', 10_000, 20_000)).toBe('[##########--------------]  42 %  events');
  expect(barText('staff', 9, 9)).toBe('[########################] 100 %  work of staff');
});

it('writes only when the bar looks different', () => {
  const shown: string[] = [];
  const progress = new Progress({ show: (text) => shown.push(text), clear: () => {} });
  for (let done = 1; done <= 20_000; done++) progress.report('events', done, 20_000);
  expect(shown.length).toBeLessThan(200);
  expect(shown.at(-1)).toMatch(/ 80 % {2}events$/);
});
