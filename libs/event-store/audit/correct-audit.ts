import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { Projection } from '../aggregate';
import { compareAudit, type CompareParts } from './compare-audit';

interface CorrectedAudit {
  corrected: NonNullable<RebuildProgress['audit']>;
  /** streams that cannot be read */
  failed: number;
}

/** Makes the audit trails of projections what their events say. Yields its progress, and returns what it corrected. */
export async function* correctAudit(
  projections: readonly Projection[],
  parts: CompareParts,
): AsyncGenerator<RebuildProgress, CorrectedAudit> {
  let last: AuditComparison | undefined;
  for await (last of compareAudit(projections, parts, { correct: true })) {
    const { streams, entries } = last;
    if (!last.done) yield { kind: 'audit trails', streams, streams_done: streams, events: entries, done: false };
  }
  const { missing, changed, unexplained, unreadable } = last!;
  return { corrected: { added: missing, replaced: changed, removed: unexplained }, failed: unreadable };
}
