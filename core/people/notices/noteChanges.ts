import type { OwnKind } from '../../actions/ownKinds.ts'
import { type Calendar, utcDays } from '../../model/days.ts'
import { isOperator, type User } from '../../model/people.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Action, Actions, Facts } from '../../ports/operators/actions.ts'
import type { NewNotice, NoticeKind, Notices } from '../../ports/people/notices.ts'
import type { People } from '../../ports/people/people.ts'
import { type Act, mayDo } from '../permissions.ts'
import { type Noted, noticeFor, settingsOf } from './wanted.ts'

/** The ports for notices of changes to users and keys. */
export type ChangeNoticePorts = {
  readonly notices: Pick<Notices, 'actionsUpTo' | 'begin' | 'add' | 'settings'>
  readonly people: Pick<People, 'users'>
  readonly actions: Pick<Actions, 'byNumber' | 'list'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly days?: Calendar | undefined
}

/** The function that {@link noteChanges} returns. */
export type NoteChanges = () => Promise<void>

/** The most actions that are looked at in one run. */
const actionsAtOnce = 100

type Joined = Pick<User, 'accountId' | 'name' | 'role' | 'state' | 'createdAtMs'>

/** A change to a user or a key, and the act for which its users are concerned. */
type Change = { readonly action: Action; readonly kind: NoticeKind; readonly facts: Facts; readonly act: Act }

/**
 * Makes the notices of changes to users and keys from the record of actions: once for each user who may make such
 * changes, except their author, and users who have joined since.
 */
export function noteChanges({ notices, people, actions, clock, days = utcDays }: ChangeNoticePorts): NoteChanges {
  return async () => {
    const after = await notices.actionsUpTo()
    if (after === null) {
      const [last] = (await actions.list({ limit: 1 })).actions
      return notices.begin({ accountId: null, upTo: last?.number ?? 0 })
    }
    const found = await actionsAfter(actions, after)
    if (found.length === 0) return
    const at = { nowMs: clock.nowMs(), days }
    const made: NewNotice[] = []
    for (const [accountId, changes] of byAccount(found.flatMap(changeIn))) {
      const users = await people.users({ accountId })
      const settings = await settingsOf(notices, users)
      for (const user of users) {
        const own = settings.get(user.id)
        const concerning = changes.filter((change) => concerns(user, change))
        if (own) made.push(...concerning.flatMap((change) => noticeFor(own, noted(change), at)))
      }
    }
    await notices.add(made, { accountId: null, after, upTo: after + found.length })
  }
}

/** Some of the next actions: their numbers have no gap. */
async function actionsAfter(actions: Pick<Actions, 'byNumber'>, after: number): Promise<readonly Action[]> {
  const found: Action[] = []
  while (found.length < actionsAtOnce) {
    const action = await actions.byNumber(after + found.length + 1)
    if (!action) break
    found.push(action)
  }
  return found
}

function byAccount(changes: readonly Change[]): ReadonlyMap<string | null, readonly Change[]> {
  const ids = new Set(changes.map(({ action }) => action.accountId))
  return new Map([...ids].map((id) => [id, changes.filter(({ action }) => action.accountId === id)]))
}

const userChanges: ReadonlySet<string> = new Set([
  ...(['user.invite', 'user.join', 'user.set', 'user.suspend', 'user.resume', 'user.remove'] as const),
  'user.reset-second-step',
] satisfies readonly OwnKind[])

const keyChanges: ReadonlySet<string> = new Set(['key.create', 'key.rotate', 'key.revoke'] satisfies readonly OwnKind[])

function changeIn(action: Action): readonly Change[] {
  const { kind, subject, after, accountId } = action
  if (keyChanges.has(kind)) return [{ action, kind: 'key', facts: { change: kind }, act: 'key.revoke' }]
  if (!userChanges.has(kind)) return []
  // The link for a new password is an invitation of somebody who is a user already.
  const change = kind === 'user.invite' && subject.startsWith('user ') ? 'user.new-password' : kind
  const facts = { change, role: after?.role ?? null, operators: isOperator({ accountId }) }
  return [{ action, kind: 'people', facts, act: 'user.invite' }]
}

/**
 * Whether a change concerns a user. An operator at the command line may use the name of an account's user, but only
 * operators give a reason or need an approval.
 */
function concerns(user: Joined, { action: { by, because, approvedBy, atMs }, act }: Change): boolean {
  const isAuthor = user.name === by && (isOperator(user) || (because === null && approvedBy === null))
  return !isAuthor && user.createdAtMs <= atMs && mayDo(user, act)
}

function noted({ action: { number, atMs }, kind, facts }: Change): Noted {
  return { key: `action ${number}`, kind, facts, atMs }
}
