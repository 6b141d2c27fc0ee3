import { anAssessment } from '../testing/examples';
import { describeAssessment } from './describe-assessment';

describe('a score in words', () => {
  it('names the floor that decides it', () => {
    const reasons = [
      { factor: 'channel', points: 400, reason: 'the channel is unknown' },
      { factor: 'floor', points: 600, reason: 'foreign_pep: at least 600, because of X' },
      { factor: 'floor', points: 300, reason: 'other: at least 300' },
    ];
    expect(describeAssessment({ ...anAssessment('high', 600), reasons })).toBe(
      'the score of 600 is high: foreign_pep: at least 600, because of X',
    );
  });

  it('names the three findings with the most points when no floor decides', () => {
    const reasons = [1, 4, 2, 3].map((n) => ({ factor: 'identity', points: n * 100, reason: `finding ${n}` }));
    reasons.push({ factor: 'floor', points: 250, reason: 'lower than the score' });
    expect(describeAssessment({ ...anAssessment('medium', 410), reasons })).toBe(
      'the score of 410 is medium, mainly because of: finding 4 (identity); finding 3 (identity); finding 2 (identity)',
    );
  });

  it('says when there are no findings', () => {
    expect(describeAssessment(anAssessment('low', 0))).toBe('the score of 0 is low: no risk indicators were found');
  });
});
