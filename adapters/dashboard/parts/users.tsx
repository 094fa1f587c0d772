import type { User } from '../../../core/sente.ts'
import { words } from '../words.ts'

/** Whether a user may sign in. */
export function UserState({ of: { state } }: { readonly of: User }) {
  return <span class={`state ${state === 'active' ? 'good' : 'wait'}`}>{words.users.states[state]}</span>
}
