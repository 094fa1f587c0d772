/** The version of the schema that keeps the networks' own words for failures, which are final like all else of one. */
export const networkReasonSchema = `
ALTER TABLE transactions ADD COLUMN network_reason TEXT;
DROP TRIGGER final_states_stay;
CREATE TRIGGER final_states_stay BEFORE UPDATE ON transactions
WHEN OLD.state IN ('succeeded', 'failed') AND
  (NEW.sequence, NEW.id, NEW.account_id, NEW.kind, NEW.reference, NEW.phone_number, NEW.amount_minor, NEW.currency,
    NEW.network, NEW.description, NEW.metadata, NEW.state, NEW.reason, NEW.network_reason, NEW.provider_id,
    NEW.provider_ref, NEW.fingerprint, NEW.submit_until_ms, NEW.created_at_ms, NEW.updated_at_ms)
  IS NOT
  (OLD.sequence, OLD.id, OLD.account_id, OLD.kind, OLD.reference, OLD.phone_number, OLD.amount_minor, OLD.currency,
    OLD.network, OLD.description, OLD.metadata, OLD.state, OLD.reason, OLD.network_reason, OLD.provider_id,
    OLD.provider_ref, OLD.fingerprint, OLD.submit_until_ms, OLD.created_at_ms, OLD.updated_at_ms)
BEGIN
  SELECT RAISE(ABORT, 'final_states_stay');
END;
`
