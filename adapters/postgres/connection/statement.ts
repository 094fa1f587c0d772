/** A statement with its values; one with a name is prepared once by a connection. */
export type Statement = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }

/** By whose clock what nodes share is judged: the database's, or for tests the caller's. */
export type StoreClock = 'database' | 'caller'

/** The time of the database, in milliseconds since the Unix epoch, as an expression. */
export const databaseNowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Sends a statement and resolves with its rows. */
export type Ask = <Row>(statement: Statement) => Promise<Row[]>
