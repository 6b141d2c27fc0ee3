-- A copy at a target that is no longer configured stays, because it remains evidence. Readers see that it gets no newer one.
ALTER TABLE notary.copies ADD COLUMN is_configured boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN notary.copies.is_configured IS 'whether the notary that became active last copies to this target';
