import { Field } from '../../parts/fields.tsx'
import { decisionWords } from './words.ts'

/** Why something is done, which is recorded. */
export function Because({ value, isOptional }: { readonly value?: string | undefined; readonly isOptional?: true }) {
  const { because, becauseHint } = decisionWords
  return <Field name="because" label={because} hint={becauseHint} value={value} {...(isOptional && { isOptional })} />
}
