import { matchFinding } from '../../match-finding';
import type { StageResult } from '../../plugin';
import type { ScreeningSubjectRequest } from '../../stage-call';

const TOPICS = { SANCTIONS: 'sanction', PEP: 'pep', MEDIA: 'adverse-media' } as const;

/** Checked with a schema before, so that another category is a failure. */
interface Search {
  total: number;
  hits: { list: string; id: string; name: string; percent: number; category: keyof typeof TOPICS }[];
}

export function resultOf({ total, hits }: Search, subject: ScreeningSubjectRequest, threshold: number): StageResult {
  const matches = hits.filter(({ percent }) => percent / 100 >= threshold);
  return {
    findings: matches.map(({ list, id, name, percent, category }) => {
      const about = { subject: subject.role, subject_name: subject.name, matched_name: name };
      const match = { list, entry_id: id, topics: [TOPICS[category]], score: percent / 100, ...about };
      return matchFinding('Acme Check', match, { category });
    }),
    evidence: { hits: total },
    cacheSeconds: 300,
    ...(total > hits.length && { incomplete: `Acme Check returned ${hits.length} of ${total} hits` }),
  };
}
