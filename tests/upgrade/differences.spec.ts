import { differences } from './differences';

describe('differences between an old response and a new one', () => {
  const old = { data: [{ id: '1', name: null, tags: ['a'] }], generated_at: 'then' };

  it('ignore added fields and the time of the response', () => {
    const now = { data: [{ id: '1', name: null, tags: ['a'], more: 1 }], generated_at: 'now', page: 1 };
    expect(differences(old, now)).toEqual([]);
  });

  it.each([
    [{ data: [{ id: '2', name: null, tags: ['a'] }] }, '.data[0].id: "1", now "2"'],
    [{ data: [{ id: '1', tags: ['a'] }] }, '.data[0].name: null, now missing'],
    [{ data: [{ id: '1', name: null, tags: ['a', 'b'] }] }, '.data[0].tags: 1 items, now 2'],
    [{ data: null }, '.data: [{"id":"1","name":null,"tags":["a"]}], now null'],
  ])('are reported with their path: %j', (now, difference) => {
    expect(differences(old, now)).toEqual([difference]);
  });
});
