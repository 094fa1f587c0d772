/** The version of the schema that counts how often a merchant had events delivered again. */
export const redeliverySchema = `
CREATE TABLE webhook_redeliveries (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  sequence INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, sequence, nth)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_redeliveries_by_time ON webhook_redeliveries (account_id, at_ms);
`
