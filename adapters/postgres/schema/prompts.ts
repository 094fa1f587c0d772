/** The prompts that are kept for each phone number, of all accounts, as JSON; the row that is locked to count them. */
export const promptSchema = `
CREATE TABLE phone_prompts (
  phone_number TEXT COLLATE "C" PRIMARY KEY,
  prompts TEXT NOT NULL
) WITH (fillfactor = 80);
`
