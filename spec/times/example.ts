/** The fixtures that examples start, and their waits with timers. */
export const fixtures = ['servers', 'schemas', 'processes', 'waitedMs'] as const

/** The number of each that an example has started, and its waits in milliseconds, without those of its hooks. */
export type Started = Readonly<Record<(typeof fixtures)[number], number>>

/** An example that ran, in the recorder's form, a line each. */
export type Example = {
  readonly title: string
  readonly file: string
  /** Its duration, by mocha, in milliseconds. */
  readonly ms: number
  readonly started: Started
}
