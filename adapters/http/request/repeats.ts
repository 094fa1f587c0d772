const strings = /"(?:[^"\\]|\\.)*"/g

/**
 * Whether a JSON text names a member of an object twice, of which `JSON.parse` has kept the last one. Other programs read
 * the first, so that a proxy may have checked another amount than is paid. In valid JSON each colon outside of strings
 * belongs to one member.
 */
export function hasRepeats(text: string, parsed: object): boolean {
  return text.replace(strings, '').split(':').length - 1 > membersIn(parsed)
}

/** How many members all objects in a value have. Without recursion: a body may be 8,000 arrays deep. */
function membersIn(parsed: object): number {
  const rest: unknown[] = [parsed]
  let members = 0
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.values(value)
    if (!Array.isArray(value)) members += inside.length
    rest.push(...inside)
  }
  return members
}
