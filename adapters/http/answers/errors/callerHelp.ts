import { type HelpOn, nothingDone } from './helpForm.ts'

/** The help for callers who are unknown or lack a right. */
export const callerHelp: HelpOn<
  | 'invalid_secret_key'
  | 'key_not_allowed'
  | 'account_not_found'
  | 'invalid_public_key'
  | 'kyc_incomplete'
  | 'api_access_off'
  | 'currency_not_activated'
  | 'pin_not_set'
  | 'pin_locked'
  | 'invalid_pin'
  | 'rate_limited'
> = {
  invalid_secret_key: {
    ...nothingDone,
    title: 'Invalid secret key',
    happened: 'The header Authorization is missing or malformed, or its secret key belongs to no account.',
    toDo: 'Send the header Authorization: Bearer SECRET_KEY, once, with a key that was not revoked.',
  },
  key_not_allowed: {
    ...nothingDone,
    title: 'Key not allowed',
    happened:
      'The secret key lacks the scope that this call needs, or it may not be used from the address of the request. The message says which.',
    toDo: 'Use a key that has the scope, from an address that it allows: GET /api/v1/keys lists both. If the request was not yours, somebody else has your key: ask the operator to revoke it.',
    example: { lacks: 'pay', accountId: '', keyId: '' },
  },
  account_not_found: {
    ...nothingDone,
    title: 'Account closed',
    happened: 'The account of this secret key is closed.',
    toDo: 'Ask the operator.',
  },
  invalid_public_key: {
    ...nothingDone,
    title: 'Invalid public key',
    happened: 'The field apikey is no public key of the account that the secret key belongs to.',
    toDo: 'Send the public key of the same account. Keys of the sandbox and of the live service are different ones.',
  },
  kyc_incomplete: {
    ...nothingDone,
    title: 'KYC incomplete',
    happened: 'The operator has not completed the check of the account’s owner (KYC).',
    toDo: 'Complete it with the operator.',
  },
  api_access_off: {
    ...nothingDone,
    title: 'API access switched off',
    happened: 'The API is switched off for this account.',
    toDo: 'Have it switched on, then repeat the request.',
  },
  currency_not_activated: {
    ...nothingDone,
    title: 'Currency not activated',
    happened: 'The currency is supported, but not activated for this account.',
    toDo: 'Ask the operator to activate it.',
  },
  pin_not_set: {
    ...nothingDone,
    title: 'PIN not set',
    happened: 'Payouts need the account’s PIN, and none is set.',
    toDo: 'Have a PIN set, then repeat the request.',
  },
  pin_locked: {
    ...nothingDone,
    title: 'PIN locked',
    retry: 'same_request',
    happened:
      'The PIN is locked, because too many wrong ones came: nothing is compared. The message is that of a wrong PIN.',
    toDo: 'Repeat the request with the right PIN after as many seconds as the header Retry-After says, or have the PIN set again, which ends the lock. If your program sent no wrong PIN, somebody else has its key: have it revoked.',
    example: { leftMs: 900_000 },
  },
  invalid_pin: {
    ...nothingDone,
    title: 'Invalid PIN',
    happened: 'The PIN is wrong.',
    toDo: 'Do not try others: correct the PIN that your program sends. Five wrong ones in a row lock it, and so do ten in 24 hours.',
  },
  rate_limited: {
    ...nothingDone,
    title: 'Too many requests',
    retry: 'same_request',
    happened:
      'The account, or the network of an unknown caller, has sent too many requests in ten seconds, or does not read the answers.',
    toDo: 'Repeat the request after as many seconds as the header Retry-After says, with the same reference.',
    example: { retryAfterSeconds: 7 },
  },
}
