/**
 * The value in a table under a name from outside; nothing under a name that every object has, such as `constructor`.
 */
export function named<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return name !== null && name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}
