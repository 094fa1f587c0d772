/** A statement with its values; one with a name is prepared once by a connection. */
export type Statement = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }

/** Sends a statement and resolves with its rows. */
export type Ask = <Row>(statement: Statement) => Promise<Row[]>
