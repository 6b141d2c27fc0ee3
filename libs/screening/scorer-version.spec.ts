import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCORER_VERSION } from './scorer-version';
import { scoredCorpus, scoredKinds } from './testing/scorer-corpus';

/**
 * SHA-256 of the scored corpus, by the version of the scorer. Add a line for a new version; keep the earlier ones. From
 * version 3 on, the corpus has all kinds of entries; before, it had persons and companies only.
 */
const FINGERPRINTS: Record<number, string> = {
  1: '2515942f90cfb844d35bfebb355526c9744d8073492770ba5bf1624545068f08',
  2: '140307facfc4b7298dd77eafb41dc22d42c1511b30b5d9068f3cb3780c0995e5',
  3: '88985c7f6cdba481cc40f9dd33b76edfcc7cd6d6186d8551fd765ca072d03562',
};

describe('the version of the scorer', () => {
  const corpus = scoredCorpus(readFileSync(join(__dirname, 'testing', 'robustness-pairs.csv'), 'utf8'));
  const hashOf = (lines: string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');
  const fingerprint = hashOf([...corpus, ...scoredKinds()]);

  it('belongs to these scores', () => {
    const recorded = FINGERPRINTS[SCORER_VERSION];
    if (recorded === fingerprint) return;
    throw new Error(
      recorded === undefined
        ? `Version ${SCORER_VERSION} of the scorer is new. Add it to FINGERPRINTS in this file: ${SCORER_VERSION}: '${fingerprint}'`
        : `The scores of the committed pairs changed, and the version of the scorer is still ${SCORER_VERSION}. Customers ` +
            `would not be screened again, and the evidence would name the wrong scorer. Set SCORER_VERSION in ` +
            `libs/screening/scorer-version.ts to ${SCORER_VERSION + 1}, and add to FINGERPRINTS in this file: ` +
            `${SCORER_VERSION + 1}: '${fingerprint}'. If you only added pairs to the corpus, replace the fingerprint of ` +
            `version ${SCORER_VERSION}.`,
    );
  });

  it('gives persons and companies the scores of version 2', () => {
    expect(hashOf(corpus)).toBe(FINGERPRINTS[2]);
  });

  it('is the highest one', () => {
    expect(Math.max(...Object.keys(FINGERPRINTS).map(Number))).toBe(SCORER_VERSION);
    expect(new Set(Object.values(FINGERPRINTS)).size).toBe(SCORER_VERSION);
  });

  it('is for scores that differ between names', () => {
    const scores = new Set(corpus.map((line) => /"score":([\d.]+)/.exec(line)?.[1]));
    expect(scores.size).toBeGreaterThan(50);
  });
});
