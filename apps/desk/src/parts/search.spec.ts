import { oneOf, page, pageQuery, text } from './search';

it('keeps only what a filter knows', () => {
  expect([oneOf(['open', 'closed'], 'open'), oneOf(['open'], 'other'), oneOf(['open'], { open: 1 })]).toEqual([
    'open',
    undefined,
    undefined,
  ]);
  expect([text('ann'), text(''), text(7), text(['a'])]).toEqual(['ann', undefined, '7', undefined]);
  expect([page(2), page('3'), page(1), page(-1), page('x'), page(1.5)]).toEqual([2, 3, ...Array(4).fill(undefined)]);
});

it('asks for one row more than a page shows', () => {
  expect([pageQuery(), pageQuery(3)]).toEqual([
    { limit: 51, offset: 0 },
    { limit: 51, offset: 100 },
  ]);
});
