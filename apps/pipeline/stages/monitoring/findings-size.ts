import { createHash } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';

/** Evidence that is not stored: the rule and the event give it again. */
export interface HashedEvidence {
  rule_id: string;
  rule_version: number;
  /** of the canonical JSON (RFC 8785) of the evidence */
  evidence_sha256: string;
}

/** Keeps the evidence of one event within its limit: beyond it, the hash takes the place of the evidence. */
export class FindingsSize {
  private bytes = 0;

  /** @param most bytes of all evidence of the event as JSON, in UTF-8 */
  constructor(private readonly most: number) {}

  fit(evidence: object, rule_id: string, rule_version: number): object {
    const json = canonicalJson(evidence);
    this.bytes += Buffer.byteLength(json);
    if (this.bytes <= this.most) return evidence;
    const evidence_sha256 = createHash('sha256').update(json).digest('hex');
    return { rule_id, rule_version, evidence_sha256 } satisfies HashedEvidence;
  }
}
