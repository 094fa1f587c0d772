/** The version of the schema in which keys show how they begin and when they were used, and endpoints name the keys behind them. */
export const keySchema = `
ALTER TABLE account_keys ADD COLUMN prefix TEXT;
ALTER TABLE account_keys ADD COLUMN last_used_at_ms INTEGER;
ALTER TABLE webhook_endpoints ADD COLUMN created_by_key TEXT;
ALTER TABLE webhook_endpoints ADD COLUMN changed_by_keys TEXT NOT NULL DEFAULT '[]'
  CONSTRAINT changed_by_keys_are_json CHECK (json_valid(changed_by_keys));
`
