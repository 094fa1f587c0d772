/** What one check of a gateway’s surroundings found, for people; what failed or warns has a remedy. */
export type Finding = { readonly check: string; readonly found: string } & (
  | { readonly ok: true; readonly fix?: undefined }
  | (Remedy & { readonly ok: boolean })
)

/** What to do about something that is wrong. */
export type Remedy = {
  /** What to do, in a line. */
  readonly fix: string
  /** The page of the documentation, and its section if one of them is meant, such as `docs/operating/pins.md#pins`. */
  readonly runbook: string
}
