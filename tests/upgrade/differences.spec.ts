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

  it('ignore the payload in the list of events, not in the event itself', () => {
    const listed = { body: { data: [{ payload: {}, stages: [{ stage: 'kyc', evidence: {} }] }] } };
    const now = { body: { data: [{ stages: [{ stage: 'kyc' }] }] } };
    expect(differences(listed, now, 'bank /tenants/bank/events?limit=100&offset=0')).toEqual([]);
    const [event, changed] = [{ body: { data: { payload: {} } } }, { body: { data: {} } }];
    expect(differences(event, changed, 'bank /tenants/bank/events/1')).toEqual([
      'bank /tenants/bank/events/1.body.data.payload: {}, now missing',
    ]);
  });

  it('leaves the wording of composed texts to the later version, and compares their codes', () => {
    const view = (detail: string, reason: string) => ({
      compliance_flags: [{ flag: 'pep', detail }],
      edd_reasons: [reason],
    });
    const old = view('Politically exposed.', 'pep: politically exposed');
    expect(differences(old, view('The customer is politically exposed.', 'pep: a politically exposed person'))).toEqual(
      [],
    );
    expect(differences(old, view('', 'rating: high'))).toEqual([
      '.compliance_flags[0].detail: "Politically exposed.", now ""',
      '.edd_reasons[0]: "pep: politically exposed", now "rating: high"',
    ]);
  });
});
