import type { ListEntry } from '@probity/screening/list-entry';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { matchEvidence, recomputeMatch } from './recompute-match';

const entry: ListEntry = {
  list: 'ofac',
  id: '1',
  schema: 'Person',
  topics: ['sanction'],
  names: [{ name: 'Ivan Petrov', quality: 'primary' }],
  birth_dates: [],
  countries: [],
  identifiers: [],
  programs: [],
  remarks: 'a long text',
};
const recorded = matchEvidence({
  subject: { schema: 'Person', names: ['Ivan Petrov'] },
  entry,
  score: 1,
  threshold: 0.7,
  list_version: 3,
  scorer_version: SCORER_VERSION,
})!;
const today = { entry, list_version: 4, threshold: 0.7 };

describe('a match that is computed again', () => {
  it('is the same when nothing that is compared changed', () => {
    const { remarks: _, ...rest } = entry;
    const result = recomputeMatch(recorded, { ...today, entry: { ...rest, programs: ['X'] } });
    expect(result).toMatchObject({ raises: true, match: { entry: 'unchanged', score: 1, score_as_recorded: 1 } });
    expect(result.differences).toEqual([]);
  });

  it('says so when another version of the scorer raised it', () => {
    const before = SCORER_VERSION - 1;
    const other = recomputeMatch({ ...recorded, scorer_version: before, score: 0.83 }, today);
    expect(other.match).toMatchObject({ recorded_scorer_version: before, scorer_version: SCORER_VERSION });
    const again = `it was computed again with version ${SCORER_VERSION}`;
    expect(other.differences).toEqual([
      `version ${before} of the scorer raised it; ${again}, which gives 1 instead of 0.83 for the same data`,
    ]);
    expect(recomputeMatch({ ...recorded, scorer_version: before }, today).differences).toEqual([
      `version ${before} of the scorer raised it; ${again}, which gives the same score for the same data`,
    ]);
  });

  it('says so when the evidence is older than the versions of the scorer', () => {
    const { scorer_version: _, ...older } = recorded;
    const result = recomputeMatch(matchEvidence({ ...older })!, today);
    expect(result.match!.recorded_scorer_version).toBeNull();
    expect(result.differences).toEqual([
      `the alert does not name its version of the scorer; it was computed again with version ${SCORER_VERSION}, ` +
        'which gives the same score for the same data',
    ]);
  });

  it('says so when the same version gives another score: the evidence was changed', () => {
    expect(recomputeMatch({ ...recorded, score: 0.83 }, today).differences).toEqual([
      `version ${SCORER_VERSION} of the scorer gave 0.83 and gives 1 for the same data`,
    ]);
  });

  it('uses the entry and the threshold of today', () => {
    const changed = { ...entry, names: [{ name: 'Ivana Petrovska', quality: 'primary' as const }] };
    const result = recomputeMatch(recorded, { ...today, entry: changed, threshold: 0.99 });
    expect(result).toMatchObject({ raises: false, match: { entry: 'changed', score_as_recorded: 1, threshold: 0.99 } });
    expect(result.match!.score).toBeLessThan(0.99);
    expect(result.differences).toEqual([
      `the list changed the entry: with it, the score is ${result.match!.score}`,
      'the threshold was 0.7 and is 0.99',
    ]);
  });

  it('raises nothing when the entry was removed', () => {
    const result = recomputeMatch(recorded, { ...today, entry: undefined });
    expect(result).toMatchObject({ raises: false, match: { entry: 'removed', score: null } });
    expect(result.differences).toEqual(['the entry is no longer on the list']);
  });

  it('of nothing alike has the score 0', () => {
    const other = { ...entry, names: [{ name: 'Zhao Min', quality: 'primary' as const }] };
    expect(recomputeMatch(recorded, { ...today, entry: other }).match!.score).toBe(0);
  });

  it.each([[{}], [{ subject: { names: ['A'] } }], [{ match: { score: 1 }, entry }]])(
    'needs the evidence of a match: %j',
    (evidence) => {
      expect(matchEvidence(evidence)).toBeUndefined();
    },
  );
});
