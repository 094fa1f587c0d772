/** The version of the schema that counts how often a merchant had events delivered again. */
export const redeliverySchema = `
CREATE TABLE webhook_redeliveries (
  account_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  nth BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (account_id, sequence, nth)
);
CREATE INDEX webhook_redeliveries_by_time ON webhook_redeliveries (account_id, at_ms);
`
