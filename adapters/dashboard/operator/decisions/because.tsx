import { Field } from '../../parts/fields.tsx'
import { decisionWords } from './words.ts'

/** The recorded reason for an act. */
export function Because({ value, isOptional }: { readonly value?: string | undefined; readonly isOptional?: true }) {
  const { because, becauseHint } = decisionWords
  return <Field name="because" label={because} hint={becauseHint} value={value} {...(isOptional && { isOptional })} />
}
