import { type HelpOn, nothingDone } from './helpForm.ts'

const example = 'invalid_phone_number'

const batchId = '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f'

/** The help for batches of payouts. */
export const batchHelp: HelpOn<
  | 'duplicate_batch'
  | 'batch_refused'
  | 'repeats_unconfirmed'
  | 'batch_not_found'
  | 'batch_is_over'
  | 'batch_awaits_approval'
  | 'batch_unconfirmed'
> = {
  duplicate_batch: {
    title: 'Batch reference already used',
    moneyMoved: 'no',
    referenceUsed: 'yes',
    retry: ({ isRepeat }) => (isRepeat ? 'no' : 'new_reference'),
    happened:
      'A batch of the account has this reference. The header Reference-Match says whether its lines are the same.',
    money: 'This request has moved no money; the batch that has the reference has held the money of its lines.',
    reference: 'The reference is used up by that batch, to which the header Link leads.',
    toDo: 'With Reference-Match: same, the batch was accepted before, by this program or another: look it up, and do not send it again. Otherwise send the other lines under another reference.',
    example: { batchId, isRepeat: true },
  },
  batch_refused: {
    ...nothingDone,
    title: 'Lines of the batch refused',
    happened:
      'Some lines break a rule. data.lines lists them, each with the code and message that a single payout would get.',
    money: 'No money was moved or held, for no line.',
    reference: 'Neither the reference of the batch nor one of its lines is used up.',
    toDo: 'Correct those lines, or leave them out, and send the batch again; or send it with accept_partial=true, which pays the other lines.',
    example: { lines: [{ line: 2, reference: 'salary-2', refusal: { refused: example, network: 'MTN' } }] },
  },
  repeats_unconfirmed: {
    ...nothingDone,
    title: 'Batch repeats payments',
    happened:
      'Some lines pay the same amount to the same phone number as another line, a payout of the last days, or a line of a batch that is still to be paid. data.warnings lists them.',
    money: 'No money was moved or held, for no line.',
    reference: 'Neither the reference of the batch nor one of its lines is used up.',
    toDo: 'Look at the listed payments. Leave lines out that were paid already. If the others are to be paid as well, send the batch again with confirm_repeats=true.',
    example: { repeats: [{ line: 2, reference: 'salary-2', of: { line: 1 } }] },
  },
  batch_not_found: {
    ...nothingDone,
    title: 'Batch not found',
    happened: 'The account has no batch of this id.',
    toDo: 'Take the batch_id from the answer that accepted the batch.',
  },
  batch_is_over: {
    ...nothingDone,
    title: 'Batch opens no more payouts',
    happened: 'The batch is completed or was cancelled.',
    toDo: 'Look it up to see how its lines ended. Put the remaining payments into another batch.',
  },
  batch_awaits_approval: {
    ...nothingDone,
    title: 'Batch waits for approval',
    happened: 'Batches of this size need the approval of a second person, and nobody has approved this one yet.',
    money: 'The money of its lines is held, and none is a payout yet.',
    toDo: 'Approve it with a key other than the one that requested it, or ask the operator to approve it. Otherwise cancel it, for example when the requester may no longer pay.',
  },
  batch_unconfirmed: {
    ...nothingDone,
    title: 'Batch may have been paid',
    happened:
      'The operator had to restore the books from a backup. They may no longer show which lines of this batch were paid.',
    money: 'The money of the waiting lines is held, and none becomes a payout.',
    toDo: 'Compare its lines with your payments. If some of the waiting lines were paid, ask the operator to record those payments first: their references are then used, and no line with them is paid. Then confirm the batch, and resume, approve or cancel it.',
  },
}
