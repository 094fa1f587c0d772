import { type HelpOn, nothingDone } from './helpForm.ts'

/** The help for malformed requests. */
export const requestHelp: HelpOn<
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'malformed_json'
  | 'missing_fields'
  | 'malformed_fields'
  | 'not_found'
  | 'transaction_not_found'
  | 'malformed_request'
  | 'request_timeout'
  | 'headers_too_large'
  | 'request_aborted'
> = {
  method_not_allowed: {
    ...nothingDone,
    title: 'Method not allowed',
    happened: 'The path exists, but does not accept the method of the request.',
    toDo: 'Use a method from the header Allow.',
    example: { allowed: ['POST'] },
  },
  unsupported_media_type: {
    ...nothingDone,
    title: 'Body is not JSON',
    happened: 'The headers declare a body that is not JSON in UTF-8, or one that is compressed.',
    toDo: 'Send the header Content-Type: application/json, and the body uncompressed.',
  },
  body_too_large: {
    ...nothingDone,
    title: 'Body too large',
    happened: 'The body has more than 16,384 bytes.',
    toDo: 'Send the fields of the request and nothing else.',
  },
  malformed_json: {
    ...nothingDone,
    title: 'Malformed JSON',
    happened:
      'The body is not JSON, or it is JSON but not an object, or it names a field twice, or a number in it would be ' +
      'rounded, or its bytes are not UTF-8.',
    toDo: 'Make the body with a JSON library, as one object.',
  },
  missing_fields: {
    ...nothingDone,
    title: 'Required fields missing',
    happened: 'Required fields or parameters are absent, null or empty; the message lists all of them.',
    toDo: 'Add them and send the request again, with the same reference if you like.',
    example: { fields: ['network', 'pin'] },
  },
  malformed_fields: {
    ...nothingDone,
    title: 'Malformed fields',
    happened:
      'A field of the body or a parameter of the query has a wrong type or form; the message describes the right one.',
    toDo: 'Correct the fields in the message. Unknown parameters are refused; unknown fields are ignored.',
    example: { problems: ['amount must be a number'] },
  },
  not_found: {
    ...nothingDone,
    title: 'Nothing here',
    happened: 'The path does not exist.',
    toDo: 'Compare the path with the reference, letter by letter: a slash at the end and capital letters count.',
  },
  transaction_not_found: {
    ...nothingDone,
    title: 'Transaction not found',
    happened: 'There is no transaction with this id, or it belongs to another account.',
    toDo: 'Look for it by its reference: GET /api/v1/transactions?reference=REFERENCE.',
  },
  malformed_request: {
    ...nothingDone,
    title: 'Malformed HTTP request',
    happened: 'The bytes are not an HTTP request, or proxies and servers could read them as different requests.',
    toDo: 'Use an HTTP library, and send exactly one Host header and one length.',
  },
  request_timeout: {
    ...nothingDone,
    title: 'Request not received in time',
    retry: 'same_request',
    happened: 'The request did not arrive completely within 15 seconds.',
    toDo: 'Repeat the request with the same reference, over a better connection.',
  },
  headers_too_large: {
    ...nothingDone,
    title: 'Headers too large',
    happened: 'The headers of the request have more than 16 KiB together.',
    toDo: 'Send fewer or shorter headers: cookies, for example, mean nothing here.',
  },
  request_aborted: {
    ...nothingDone,
    title: 'Request broken off',
    retry: 'same_request',
    happened: 'The connection was closed before the request had arrived completely or its turn came.',
    toDo: 'Repeat the request with the same reference.',
  },
}
