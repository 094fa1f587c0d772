import type { Table } from '../engine/table.ts'

/**
 * How many events of an account are entered into its lists at once: an index would be written with every payment. The
 * latest ones, which are not entered yet, are found without it.
 */
export const enteredTogether = 64

/** How many rows of texts are a block, and how many events they are of. */
export const rowsOfBlock = 256
export const eventsOfBlock = rowsOfBlock * enteredTogether

/** How many places a row of {@link textBits} has. */
export const placesTogether = 16

const entered = (name: string) => [name, 'text', () => null] as const

/** An account's events by type. */
export const eventLists = {
  name: 'event_lists',
  moves: 'derived',
  columns: [entered('account_id'), entered('type'), ['sequence', 'integer', () => null]],
  key: ['account_id', 'type', 'sequence'],
} satisfies Table

/** An account's transactions that have ended, by their common properties, in the order of their ids. */
export const transactionLists = {
  name: 'transaction_lists',
  moves: 'derived',
  columns: ['account_id', 'currency', 'network', 'kind', 'state', 'id'].map(entered),
  key: ['account_id', 'currency', 'network', 'kind', 'state', 'id'],
} satisfies Table

/**
 * An account's transactions that have ended by phone number, in the order of their ids. The last digits of a number come
 * before it, so that these alone can be searched for.
 */
export const phoneLists = {
  name: 'phone_lists',
  moves: 'derived',
  columns: ['account_id', 'ending', 'phone_number', 'id'].map(entered),
  key: ['account_id', 'ending', 'phone_number', 'id'],
} satisfies Table

/**
 * An account's transactions that have ended together, as they were entered: a row has their texts and their amounts, so
 * that a search reads one row in place of {@link enteredTogether}.
 */
export const textLists = {
  name: 'text_lists',
  moves: 'derived',
  columns: [
    entered('account_id'),
    ['last_event', 'integer', () => null],
    ...['highest_id', 'lowest_id'].map(entered),
    // They come before the texts, which SQLite keeps on pages of their own.
    ['amounts', 'json', () => null],
    entered('texts'),
  ],
  key: ['account_id', 'last_event'],
  indexes: [
    'text_lists_by_id ON text_lists (account_id, highest_id, lowest_id)',
    `text_lists_of_blocks ON text_lists (account_id, last_event) WHERE last_event % ${eventsOfBlock} = 0`,
  ],
} satisfies Table

/**
 * Where the texts and amounts of a block of rows of texts may be: a bit for each of these rows, in so many places. Text and
 * amounts set some places of their row. A search reads only the places that it needs. A row has
 * {@link placesTogether} of them.
 */
export const textBits = {
  name: 'text_bits',
  moves: 'derived',
  columns: [
    ['account_id', 'text', ({ accountId }: BlockBits) => accountId],
    ['part', 'integer', ({ part }: BlockBits) => part],
    ['last_event', 'integer', ({ lastEvent }: BlockBits) => lastEvent],
    ['highest_id', 'text', ({ highestId }: BlockBits) => highestId],
    ['lowest_id', 'text', ({ lowestId }: BlockBits) => lowestId],
    ['bits', 'text', ({ bits }: BlockBits) => bits],
  ],
  key: ['account_id', 'part', 'last_event'],
} satisfies Table

/** A row of {@link textBits}. */
export type BlockBits = {
  readonly accountId: string
  readonly part: number
  /** The last event of the block. */
  readonly lastEvent: number
  /** The highest id of a transaction in this block and all earlier ones of the account. */
  readonly highestId: string
  /** The lowest id in this block. */
  readonly lowestId: string
  /** The bits of each place, one place after the other, in base64. */
  readonly bits: string
}

/**
 * Transactions that have ended by their networks' ids: the network's own id, and the receipt's number if it is another.
 * An index over transactions would make PostgreSQL write every index of a row again when its payment ends.
 */
export const networkIdLists = {
  name: 'network_id_lists',
  moves: 'derived',
  columns: ['network_id', 'account_id', 'id'].map(entered),
  key: ['network_id', 'account_id', 'id'],
} satisfies Table
