/** Where the books of a database have gone, and by which move; the time in milliseconds since the Unix epoch. */
export type Moved = { readonly id: string; readonly to: string; readonly atMs: number }
