// Apart from what it is used by, so that the types of the entry do not lead to those of the driver.

/** Where a node keeps its mark, and who is told about it. */
export type MarkKeeping = {
  /** The path of its file. */
  readonly path: string
  /** Called once when it cannot be written, and once with `undefined` when it can again. */
  readonly onMark: (error: Error | undefined) => void
}
