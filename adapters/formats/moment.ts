/** A moment in ISO 8601, in UTC. */
export function utc(ms: number): string {
  return new Date(ms).toISOString()
}
