/** What one check of a gateway’s surroundings found, and how to mend it when it failed or warns. */
export type Finding = {
  /** What was checked. */
  readonly check: string
  readonly ok: boolean
  /** What was found, for people. */
  readonly found: string
  /** What to do about it; a check that is ok and has it warns. */
  readonly fix?: string
}
