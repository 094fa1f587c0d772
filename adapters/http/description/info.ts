/** What the description says of the whole API. */
export const info = {
  title: 'sente',
  version: 'v1',
  summary: 'Send money to phones and collect money from them.',
  description: `Every answer of the API is JSON: \`{status, message}\`, with \`data\` when it succeeded. Every error has a code in the header \`Error-Code\`, and a \`Link\` to a page that says what happened, whether money moved, whether the reference is used up, and what to do. With \`Accept: application/problem+json\` errors say all of that themselves, in the form of RFC 9457; an answer that is no error stays as it is.

**After a 500 or no answer at all, repeat the request with the same reference.** A reference is used up once a transaction is recorded under it, so nothing can be paid twice: the repetition is then answered 409, with a link to that transaction.

Fields of a body that are not described are ignored. Parameters of a query that are not described are refused by calls that have some, and ignored by all others. HEAD is answered wherever GET is, without the body. Other paths are answered 404 with the code \`not_found\`.`,
  contact: { name: 'Whoever runs this gateway' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const
