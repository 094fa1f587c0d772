import { type Market, networkNames } from './market.ts'

/** Every way an operator's command can be refused by the core. */
export const operatorRefusalCodes = [
  'unknown_account',
  'closed_account',
  'account_exists',
  'unknown_currency',
  'malformed_amount',
  'malformed_limit',
  'malformed_pin',
  'guessable_pin',
  'malformed_reference',
  'malformed_explanation',
  'malformed_name',
  'funding_reference_reused',
  'balance_too_low',
  'unknown_money_account',
  'move_reference_reused',
  'unknown_key',
  'malformed_key',
  'key_name_taken',
  'too_many_keys',
  'unknown_transaction',
  'unknown_batch',
  'batch_ended',
  'batch_waits',
  'batch_to_confirm',
  'batch_quarantined',
  'ambiguous_id',
  'unknown_network',
  'unknown_place',
  'transaction_ended',
  'transaction_open',
  'nothing_to_decide',
  'may_still_arrive',
  'not_quarantined',
  'quarantined_already',
  'paused_already',
  'not_stopped',
  'approval_needed',
  'propose_apart',
  'unknown_proposal',
  'proposal_ended',
  'proposal_expired',
  'proposal_outdated',
  'own_proposal',
  'proposer_left',
  'unknown_reconciliation',
  'reconciliation_withdrawn',
  'reconciliation_decided',
  'compared_otherwise',
  'no_such_entries',
  'row_not_recordable',
  'row_alike',
  'recorded_already',
  'reference_used',
  'malformed_rule',
  'rule_exists',
  'unknown_rule',
  'day_not_over',
  'closed_elsewhere',
  'no_pseudonym_key',
] as const

/** The machine-readable name of an operator's refusal. */
export type OperatorRefusalCode = (typeof operatorRefusalCodes)[number]

/** A command that was refused and changed nothing. The message describes acceptable values. */
export type OperatorRefusal = {
  readonly refused: OperatorRefusalCode
  readonly message: string
  /** The name of the wrong part, if the code covers several. */
  readonly about?: string
}

/** Refuses an account id that no account has. */
export function unknownAccount(id: string): OperatorRefusal {
  return { refused: 'unknown_account', message: `There is no account ${id}` }
}

/** Refuses an id that no batch has. */
export function unknownBatch(id: string): OperatorRefusal {
  return { refused: 'unknown_batch', message: `There is no batch ${id}` }
}

/** Refuses to change a batch that a second person has not approved yet. */
export function batchAwaitsApproval({ id }: { readonly id: string }): OperatorRefusal {
  return { refused: 'batch_waits', message: `Batch ${id} waits for approval: approve or cancel it` }
}

/** Refuses to continue a batch that may have been paid before the books were restored. */
export function batchUnconfirmed({ id }: { readonly id: string }): OperatorRefusal {
  const message = `Batch ${id} is older than a quarantine, and may have been paid: compare it, record the payments that were made, then confirm it`
  return { refused: 'batch_to_confirm', message }
}

/** Refuses to confirm a batch while the books are quarantined. */
export function batchQuarantined({ id }: { readonly id: string }): OperatorRefusal {
  return {
    refused: 'batch_quarantined',
    message: `The books are quarantined: confirm batch ${id} when the quarantine has ended`,
  }
}

/** Refuses to approve a batch of a user who may no longer request one. */
export function batchMakerLeft({ id }: { readonly id: string }): OperatorRefusal {
  return { refused: 'batch_waits', message: `The user who requested batch ${id} may no longer do so: cancel it` }
}

/** Refuses to change a batch that opens no more lines. */
export function batchEnded({ id }: { readonly id: string }): OperatorRefusal {
  return { refused: 'batch_ended', message: `Batch ${id} is completed or was cancelled: it opens no more lines` }
}

/** Refuses a key id that no key has. */
export function unknownKey(id: string): OperatorRefusal {
  return { refused: 'unknown_key', message: `There is no key ${id}` }
}

/** Refuses a transaction id that no transaction has. */
export function unknownTransaction(id: string): OperatorRefusal {
  return { refused: 'unknown_transaction', message: `There is no transaction ${id}` }
}

/** Refuses to continue a series of closes that does not have the last recorded close. */
export function closedElsewhere(
  { day, digest }: { readonly day: string; readonly digest: string },
  folder: string,
): OperatorRefusal {
  return {
    refused: 'closed_elsewhere',
    message: `The last recorded close is of ${day} with digest ${digest}, which is not in ${folder}: close days only into its folder`,
  }
}

/** Refuses an explanation that is blank, too long or unreadable. */
export const malformedExplanation: OperatorRefusal = {
  refused: 'malformed_explanation',
  message: 'The explanation must be 1 to 500 printable characters',
}

/** Whether a text can be an explanation: not blank, at most 500 characters, and without control or half characters. */
export function isExplanation(text: string): boolean {
  return text.trim() !== '' && text.length <= 500 && !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** Refuses a person's name that is blank, too long or unreadable. */
export const malformedName: OperatorRefusal = {
  refused: 'malformed_name',
  message: 'The name of the author must be 1 to 100 printable characters',
}

/** Whether a text can name a person: not blank, at most 100 characters, none of them invisible. */
export function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= 100 && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)
}

/** Refuses a currency that the market does not have. */
export function unconfiguredCurrency(currency: string, market: Market): OperatorRefusal {
  const known = [...market.keys()].join(', ')
  return {
    refused: 'unknown_currency',
    message: `${currency} is not in the configuration, whose currencies are: ${known}`,
  }
}

/** Refuses a network that the market does not have. */
export function unconfiguredNetwork(network: string, market: Market): OperatorRefusal {
  const known = networkNames(market).join(', ')
  return { refused: 'unknown_network', message: `${network} is not in the configuration, whose networks are: ${known}` }
}

/** Refuses a currency whose amounts can't be read or written. */
export function unknownCurrency(currency: string): OperatorRefusal {
  return { refused: 'unknown_currency', message: `${currency} is not a currency whose number of decimals sente knows` }
}
