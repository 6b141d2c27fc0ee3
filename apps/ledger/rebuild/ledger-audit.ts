import { correctAudit } from '@probity/event-store/audit/correct-audit';
import type { CompareParts } from '@probity/event-store/audit/compare-audit';
import { PROJECTIONS } from '../projections';

/** The audit trail of ledgers. */
export class LedgerAudit {
  constructor(private readonly parts: CompareParts) {}

  /** Makes the trail what the events say. */
  correct() {
    return correctAudit(PROJECTIONS, this.parts);
  }
}
