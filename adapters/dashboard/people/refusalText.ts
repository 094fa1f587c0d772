import type { PeopleRefusal } from '../../../core/sente.ts'
import type { Asked } from '../asked.ts'
import { named } from '../request/named.ts'

/** The text of a refusal in the language of the answer; the core's own, in English, if there is none for its code. */
export function refusalText({ language }: Pick<Asked, 'language'>, { refused, message }: PeopleRefusal): string {
  return named(language.texts.refusals, refused) ?? message
}
