import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import { screeningOf } from '../../testing/stage-requests';
import { matchFindings, missingMatches } from './findings';

const hit = { id: 'e1', list: 'ofac', name: 'JANE DOE', score: 0.91 };
const mapping = { items: '/hits', list: '/list', entry_id: '/id', name: '/name', score: '/score', topics: '/topics' };

describe('the topics of a match', () => {
  const found = (topics: unknown, change: object = {}) => {
    const about = { subject: screeningOf({}).subjects[0]!, threshold: 0.8, provider: 'Example Checks' };
    return matchFindings({ hits: [{ ...hit, topics }] }, { ...mapping, ...change }, about)[0]?.alert?.match?.topics;
  };
  const topic_words = { SANCTIONS: 'sanction' as const, 'Head of state': 'pep' as const };

  it.each<[unknown, object, ListTopic[]]>([
    [['pep', 'other'], {}, ['pep', 'other']],
    ['wanted', {}, ['wanted']],
    [['SANCTIONS', 'sanction', 'Head of state'], { topic_words }, ['sanction', 'pep']],
    [undefined, { topics: ['sanction'] }, ['sanction']],
  ])('%j are translated', (topics, change, expected) => {
    expect(found(topics, change)).toEqual(expected);
  });

  it.each([['SANCTIONS'], [['sanction', 'constructor']], [[]], [undefined], [[42]]])('%j are a failure', (topics) => {
    expect(() => found(topics)).toThrow('the setting "topics"');
  });
});

describe('the number of all matches', () => {
  const counted = { ...mapping, total: '/count' };

  it.each([
    [2, 1],
    ['1', 0],
    [0, 0],
  ])('%j: %d are missing', (count, missing) => {
    expect(missingMatches({ hits: [hit], count }, counted)).toBe(missing);
  });

  it.each([undefined, null, 'many'])('%j is a failure', (count) => {
    expect(() => missingMatches({ hits: [hit], count }, counted)).toThrow('the setting "total"');
  });
});
