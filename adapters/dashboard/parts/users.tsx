import type { User } from '../../../core/sente.ts'
import type { PageBase } from '../layout/links.tsx'

/** Whether a user may sign in. */
export function UserState({ of: { state } }: { readonly of: User }, { language }: PageBase) {
  const { states } = language.texts.users
  return <span class={`state ${state === 'active' ? 'good' : 'wait'}`}>{states[state]}</span>
}
