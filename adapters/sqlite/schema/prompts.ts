/** The prompts that are kept for each phone number, of all accounts, as JSON. */
export const promptSchema = `
CREATE TABLE phone_prompts (
  phone_number TEXT PRIMARY KEY NOT NULL,
  prompts TEXT NOT NULL CONSTRAINT prompts_are_json CHECK (json_valid(prompts))
) STRICT, WITHOUT ROWID;
`
