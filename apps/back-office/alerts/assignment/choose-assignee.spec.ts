import { ruleFor, Team } from './choose-assignee';

const alert = { severity: 'high', source: 'screening', alert_type: 'pep_match' } as const;
const named = (name: string, conditions: object = {}, assignees: string[] = []) => ({ name, assignees, ...conditions });

describe('the rule for an alert', () => {
  it('is the first whose conditions all apply', () => {
    const rules = [
      named('other severity', { severities: ['low', 'critical'] }),
      named('other source', { severities: ['high'], sources: ['kyc'] }),
      named('other type', { alert_types: ['sanctions_match'] }),
      named('this', { severities: ['high'], sources: ['screening'], alert_types: ['pep_match'] }),
      named('every'),
    ] as Parameters<typeof ruleFor>[1];
    expect(ruleFor(alert, rules)?.name).toBe('this');
    expect(ruleFor({ ...alert, alert_type: 'adverse_media' }, rules)?.name).toBe('every');
    expect(ruleFor(alert, rules.slice(0, 3))).toBeUndefined();
  });
});

describe('a team', () => {
  const colleague = (id: string): [string, { id: string; name: string }] => [id, { id, name: id }];

  it('gives each alert to the member with the fewest, counting what it gave out', () => {
    const team = new Team(new Map(['a', 'b', 'c'].map(colleague)), new Map([['a', 2]]));
    const rule = named('r', {}, ['a', 'b', 'c']);
    const given = Array.from({ length: 7 }, () => team.next(rule)?.id);
    expect(given).toEqual(['b', 'c', 'b', 'c', 'a', 'b', 'c']);
  });

  it('passes over members who may not work now', () => {
    const team = new Team(new Map([colleague('b')]), new Map([['b', 9]]));
    expect(team.next(named('r', {}, ['a', 'b']))?.id).toBe('b');
    expect(team.next(named('r', {}, ['a']))).toBeUndefined();
  });
});
