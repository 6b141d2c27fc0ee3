-- Each approval asks who gave access to the proposer and to the reviewer.
CREATE INDEX audit_events_by_subject ON back_office.audit_events (subject_id);
CREATE INDEX audit_of_applied_proposals ON back_office.audit_events ((data->>'cause'))
  WHERE action = 'proposal.applied';
