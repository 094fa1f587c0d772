import {
  type AccountKey,
  holderRoles,
  isRefusal,
  mayDo,
  type OpenInvitation,
  type PeopleRefusal,
  type Session,
  type User,
} from '../../../core/sente.ts'
import { readAmount } from '../../written/amount.ts'
import type { Asked } from '../asked.ts'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Answer, Page, Shown } from '../page.ts'
import { type Asking, doneWhenSure } from '../parts/confirming.tsx'
import { asRefused, Choice, Done, Field, Once, Refused, type Refusing } from '../parts/fields.tsx'
import { KeyTable } from '../parts/keys.tsx'
import { UserState } from '../parts/users.tsx'
import { amountText, Moment } from '../parts/values.tsx'
import type { Form as Filled } from '../request/form.ts'
import { named } from '../request/named.ts'
import { refusing } from '../request/refusing.ts'
import type { HolderDeps } from './deps.ts'
import { asHolder, type Holder, ifHolder } from './holding.ts'
import { RevokeKey } from './keys.tsx'

const path = '/dashboard/settings/users'

type Notice = {
  readonly refused?: Refusing | undefined
  readonly done?: string | null
  /** The keys that a user made who may no longer make any. */
  readonly keys?: readonly AccountKey[]
  /** The path of an invitation, and the time until which it is valid. */
  readonly invited?: { readonly token: string; readonly expiresAtMs: number }
}

/** The users of an account: its owners invite, change, suspend and remove them. */
export function userPages(deps: HolderDeps): readonly Page[] {
  const { listUsers, listInvitations, listMadeKeys, inviteUser, inviteNewPassword, revokeInvitation, confirmPassword } =
    deps

  const currencies = [...deps.market.keys()]

  async function shown({ urlOf }: Asked, who: Holder, notice: Notice): Promise<Shown> {
    const asking = { accountId: who.accountId, by: who.user }
    const [users, open] = [await listUsers(asking), await listInvitations(asking)]
    if (isRefusal(users))
      return usersPage(who, { users: [], open: [] }, urlOf, {
        ...notice,
        refused: refusing(users, who.language),
        currencies,
      })
    return usersPage(who, { users, open: isRefusal(open) ? [] : open }, urlOf, { ...notice, currencies })
  }

  /** Like {@link doneWhenSure}; a refusal is shown on the page of all users. */
  async function doing<Done extends object>(
    asked: Asked,
    given: { readonly who: Holder; readonly form: Filled; readonly asking: Asking },
    act: (by: Acting) => Promise<Done | PeopleRefusal>,
  ): Promise<Done | { readonly answer: Answer }> {
    const { language } = asked
    const done = await doneWhenSure(confirmPassword, { ...given, language }, ({ user, session }) =>
      act({ by: user, session }),
    )
    if (!isRefusal(done)) return done as Done
    return { answer: await shown(asked, given.who, { refused: refusing(done as PeopleRefusal, language) }) }
  }

  return [
    {
      path,
      access: 'user.list',
      isTranslated: true,
      show: (asked) => asHolder(asked, (who) => shown(asked, who, { done: asked.query.get('done') })),
    },
    {
      path: `${path}/invite`,
      access: 'user.invite',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const role = holderRoles.find((one) => one === form.text('role')) ?? 'viewer'
          const asking = { to: `${path}/invite`, label: who.language.texts.users.invite, fields: { role } }
          const invite = (by: Acting) => inviteUser({ ...by, role, accountId: who.accountId })
          const invited = await doing(asked, { who, form, asking }, invite)
          return 'answer' in invited ? invited.answer : shown(asked, who, { invited })
        }),
    },
    {
      path: `${path}/uninvite`,
      access: 'user.uninvite',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const invitationId = form.text('invitation')
          const answer = await revokeInvitation({ by: who.user, accountId: who.accountId, invitationId })
          return isRefusal(answer)
            ? shown(asked, who, { refused: refusing(answer, who.language) })
            : { seeOther: `${path}?done=changed` }
        }),
    },
    {
      path: `${path}/refunds`,
      access: 'user.promote',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const [userId, currency] = [form.text('user'), form.text('currency')]
          const read = readAmount(form.text('amount'), currency)
          const { amountFaults, users } = who.language.texts
          if ('problem' in read)
            return shown(asked, who, { refused: { field: 'amount', message: amountFaults[read.fault](read) } })
          const fields = { user: userId, currency, amount: form.text('amount') }
          const asking = { to: `${path}/refunds`, label: users.refundsUpTo, fields }
          const refundsUpTo = [{ currency, amount: read.amount }]
          const changed = await doing(asked, { who, form, asking }, (by) =>
            deps.changeUser({ ...by, userId, role: 'support', refundsUpTo }),
          )
          return 'answer' in changed ? changed.answer : { seeOther: `${path}?done=changed` }
        }),
    },
    {
      path: `${path}/change`,
      access: 'user.list',
      isTranslated: true,
      question: (asked, form) =>
        ifHolder(asked, async ({ accountId, user: by, language }) => {
          const users = form.text('change') === 'remove' ? await listUsers({ accountId, by }) : []
          const user = isRefusal(users) ? undefined : users.find(({ id }) => id === form.text('user'))
          const { askRemove, removeHint, removeSubmit } = language.texts.users
          return user && { title: askRemove(user.name), hint: removeHint, submit: removeSubmit, back: path }
        }),
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const [name, userId] = [form.text('change'), form.text('user')]
          const text = who.language.texts.users
          const label = named<string>(text.changes, name) ?? ''
          const asking = { to: `${path}/change`, label, fields: { change: name, user: userId } }
          if (name === 'password') {
            const invited = await doing(asked, { who, form, asking }, (by) => inviteNewPassword({ ...by, userId }))
            return 'answer' in invited ? invited.answer : shown(asked, who, { invited })
          }
          const change = named(changes, name)
          if (!change) return shown(asked, who, { refused: { field: 'change', message: text.unknownChange } })
          const changed = await doing(asked, { who, form, asking }, (by) => change(deps, { ...by, userId }))
          if ('answer' in changed) return changed.answer
          const outlasts = userId !== who.user.id && !mayDo(changed.user, 'key.create')
          const keys = outlasts ? await listMadeKeys({ by: who.user, userId }) : []
          return isRefusal(keys) || keys.length === 0
            ? { seeOther: `${path}?done=changed` }
            : shown(asked, who, { done: 'changed', keys })
        }),
    },
  ]
}

/** The roles in the order of choices: the one with the fewest rights first. */
const rolesUpward = holderRoles.toReversed()

/** The owner who changes a user, and the session. */
type Acting = { readonly by: User; readonly session: Session }

type Change = (
  deps: HolderDeps,
  request: Acting & { readonly userId: string },
) => Promise<{ readonly user: User } | PeopleRefusal>

const changes: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    holderRoles.map((role): [string, Change] => [role, ({ changeUser }, request) => changeUser({ ...request, role })]),
  ),
  suspend: ({ suspendUser }, request) => suspendUser(request),
  resume: ({ resumeUser }, request) => resumeUser(request),
  remove: ({ removeUser }, request) => removeUser(request),
  'second-step': ({ resetSecondStep }, request) => resetSecondStep(request),
}

function usersPage(
  who: Holder,
  { users, open }: { readonly users: readonly User[]; readonly open: readonly OpenInvitation[] },
  urlOf: (path: string) => string,
  { refused, done, invited, keys, currencies }: Notice & { readonly currencies: readonly string[] },
): Shown {
  const { roles } = who.language.texts.notices.texts
  const text = who.language.texts.users
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {done === 'changed' && <Done>{text.changed}</Done>}
      {keys && <StillValid keys={keys} />}
      {invited && (
        <Once
          hint={
            <>
              {text.once} <Moment ms={invited.expiresAtMs} />
            </>
          }
        >
          {urlOf(`/join/${invited.token}`)}
        </Once>
      )}
      <table class="cards">
        <thead>
          <tr>
            <th>{text.name}</th>
            <th>{text.role}</th>
            <th>{text.state}</th>
            <th>{text.change}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow user={user} isSelf={user.id === who.user.id} currencies={currencies} />
          ))}
        </tbody>
      </table>
      {open.length > 0 && <Invitations of={open} />}
      <h2>{text.invite}</h2>
      <p>{text.inviteHint}</p>
      <Form to={`${path}/invite`} class="flow" label={text.invite}>
        <Choice name="role" label={text.role} options={rolesUpward.map((role) => [role, roles[role]])} />
        <button type="submit">{text.makeLink}</button>
      </Form>
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

/** The keys of a user who may no longer make any, each with a button that revokes it. */
function StillValid({ keys }: { readonly keys: readonly AccountKey[] }, { language }: PageBase) {
  const text = language.texts.users
  return (
    <>
      <h2>{text.stillValid}</h2>
      <p>{text.stillValidHint}</p>
      <KeyTable keys={keys} doing={{ title: language.texts.keys.revoke, to: (key) => <RevokeKey of={key} /> }} />
    </>
  )
}

function Invitations({ of: open }: { readonly of: readonly OpenInvitation[] }, { language }: PageBase) {
  const { roles } = language.texts.notices.texts
  const text = language.texts.users
  return (
    <>
      <h2>{text.open}</h2>
      <table class="cards">
        <thead>
          <tr>
            <th>{text.goodFor}</th>
            <th>{text.by}</th>
            <th>{text.until}</th>
            <th>{text.revoke}</th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ id, role, userName, invitedBy, expiresAtMs }) => (
            <tr>
              <th scope="row" class="whole">
                {userName === null ? text.newUser(roles[role]) : text.newPassword(userName)}
              </th>
              <td data-name={text.by}>{invitedBy}</td>
              <td data-name={text.until}>
                <Moment ms={expiresAtMs} />
              </td>
              <td class="whole">
                <Form to={`${path}/uninvite`} label={`${text.revoke} ${id}`}>
                  <input type="hidden" name="invitation" value={id} />
                  <button type="submit" class="plain">
                    {text.revoke}
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** How much of one payment a user may refund, and the form that sets it. */
function RefundLimits(props: { readonly of: User; readonly currencies: readonly string[] }, { language }: PageBase) {
  const text = language.texts.users
  const { id, name, refundLimits } = props.of
  const amounts = refundLimits.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language))
  return (
    <>
      <p>{amounts.length === 0 ? text.noRefunds : text.refundsUpToWhat(amounts.join(', '))}</p>
      <Form to={`${path}/refunds`} class="flow" label={`${text.refundsUpTo}: ${name}`} carries={{ user: id }}>
        <Choice
          name="currency"
          label={text.currency}
          options={props.currencies.map((currency) => [currency, currency])}
          isPlain
        />
        <Field name="amount" label={text.refundsUpTo} inputmode="decimal" isPlain />
        <button type="submit" class="plain">
          {text.setRefunds}
        </button>
      </Form>
    </>
  )
}

function UserRow(
  props: { readonly user: User; readonly isSelf: boolean; readonly currencies: readonly string[] },
  { language }: PageBase,
) {
  const { user, isSelf, currencies } = props
  const text = language.texts.users
  const options = [
    ...rolesUpward.filter((role) => role !== user.role),
    user.state === 'suspended' ? 'resume' : 'suspend',
    // A user's own sign-in is changed on the page for that.
    ...(isSelf ? [] : ['password']),
    ...(!isSelf && (user.secondStep.hasCodes || user.secondStep.passkeys.length > 0) ? ['second-step'] : []),
    'remove',
  ] as const
  const names: Readonly<Record<string, string>> = text.changes
  return (
    <tr>
      <th scope="row" class="whole">
        {user.name} {isSelf && <small>{text.you}</small>}
      </th>
      <td class={user.role === 'support' ? 'whole' : undefined}>
        {language.texts.notices.texts.roles[user.role]}
        {user.role === 'support' && <RefundLimits of={user} currencies={currencies} />}
      </td>
      <td>
        <UserState of={user} />
      </td>
      <td class="whole">
        <Form to={`${path}/change`} class="flow" label={`${text.change} ${user.name}`} carries={{ user: user.id }}>
          <Choice
            name="change"
            label={text.change}
            options={options.map((option) => [option, names[option] ?? option])}
            isPlain
          />
          <button type="submit" class="plain">
            {text.submit}
          </button>
        </Form>
      </td>
    </tr>
  )
}
