/** The version of the schema in which keys show how they begin and when they were used, and endpoints name the keys behind them. */
export const keySchema = `
ALTER TABLE account_keys ADD COLUMN prefix TEXT, ADD COLUMN last_used_at_ms BIGINT;
ALTER TABLE webhook_endpoints ADD COLUMN created_by_key TEXT, ADD COLUMN changed_by_keys JSONB NOT NULL DEFAULT '[]';
`
