import { depthsOf } from './account-tree';

it('puts an account below the one whose code its own continues', () => {
  expect(depthsOf(['1', '10', '1000', '1000.10', '1000.20', '11', '2', '30', '31'])).toEqual([
    0, 1, 2, 3, 3, 1, 0, 0, 0,
  ]);
  expect(depthsOf([])).toEqual([]);
});
