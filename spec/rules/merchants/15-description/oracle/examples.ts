import { type ApiDescription, escaped } from './document.ts'
import { validator } from './validator.ts'

/** Examples that do not match the schema beside them. */
export function exampleProblems(description: ApiDescription): string[] {
  const validate = validator(description)
  const visit = (value: unknown, pointer: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { example, examples, schema } = value as Record<string, unknown>
    const named = Object.values(Object(examples)).map((one) => Object(one).value)
    const given = schema === undefined ? [] : [...(example === undefined ? [] : [example]), ...named]
    const own = given.flatMap((one) => validate(`${pointer}/schema`, one).map((problem) => `${pointer} ${problem}`))
    const inner = Object.entries(value).flatMap(([key, part]) => visit(part, `${pointer}/${escaped(key)}`))
    return [...own, ...inner]
  }
  return visit(description, '#')
}
