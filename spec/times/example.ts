/** What examples start, and for how long they wait with timers. */
export const fixtures = ['servers', 'schemas', 'processes', 'waitedMs'] as const

/** How much of it an example has started itself, or waited, in milliseconds; what its hooks start is not counted. */
export type Started = Readonly<Record<(typeof fixtures)[number], number>>

/** An example that ran, as the recorder writes it, a line each. */
export type Example = {
  readonly title: string
  readonly file: string
  /** How long it took, by mocha, in milliseconds. */
  readonly ms: number
  readonly started: Started
}
