/** The result of one check of a gateway’s surroundings, for people. A failed check or a warning has a remedy. */
export type Finding = { readonly check: string; readonly found: string } & (
  | { readonly ok: true; readonly fix?: undefined }
  | (Remedy & { readonly ok: boolean })
)

/** The remedy for a problem. */
export type Remedy = {
  /** The instruction, in a line. */
  readonly fix: string
  /** The page of the documentation, with a section if only that is meant, such as `docs/operating/pins.md#pins`. */
  readonly runbook: string
}
