-- The gateway asks whether staff must approve what an API key changes.
GRANT SELECT ON back_office.four_eyes_policies TO probity_gateway;

-- Whether an approved request, such as an export, may still be carried out.
CREATE INDEX proposals_by_request ON back_office.proposals (tenant_id, proposer_id, request_hash);
