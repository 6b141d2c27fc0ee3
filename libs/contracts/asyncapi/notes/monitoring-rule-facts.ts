import type { RuleVersionSaved } from '../../monitoring-rules/events';
import { CREATED_AT, RULE_ID, TENANT_ID } from '../example-ids';
import { note } from './fact-note';
import { RULE_DEFINITION } from './monitoring-rule-example';

export const MONITORING_RULE_FACT_NOTES = {
  'pipeline.RuleVersionSaved': note<RuleVersionSaved>(
    'A version of a monitoring rule was saved. It replaces the one before as a whole; `version` counts from 1.',
    RULE_ID,
    {
      rule_id: RULE_ID,
      tenant_id: TENANT_ID,
      key: null,
      version: 1,
      mode: 'active',
      definition: RULE_DEFINITION,
      actor: 'institution',
      saved_at: CREATED_AT,
    },
  ),
};
