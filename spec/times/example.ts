/** The fixtures that examples start, and how long they wait with timers. */
export const fixtures = ['servers', 'schemas', 'processes', 'waitedMs'] as const

/** How many of each an example has started, and its waits in milliseconds. Those of its hooks are not counted. */
export type Started = Readonly<Record<(typeof fixtures)[number], number>>

/** An example that ran, as the recorder writes it, a line each. */
export type Example = {
  readonly title: string
  readonly file: string
  /** How long it took, by mocha, in milliseconds. */
  readonly ms: number
  readonly started: Started
}
