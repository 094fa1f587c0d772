import { type Command, Option } from 'commander'
import {
  type AccountKey,
  type Calendar,
  changeUser,
  endSessions,
  type HolderRole,
  holderRoles,
  type Invited,
  inviteNewPassword,
  inviteUser,
  isRefusal,
  listInvitations,
  listMadeKeys,
  listUsers,
  mayDo,
  nameKeyOf,
  type OpenInvitation,
  type OperatorRole,
  operatorRoles,
  type PeopleRefusal,
  type Role,
  removeUser,
  resetSecondStep,
  resumeUser,
  revokeInvitation,
  suspendUser,
  toDecimal,
  type User,
  type UserRequest,
} from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { table } from '../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { type OpeningBalance, parseOpeningBalance, parseValue } from '../program/values.ts'

type GivenInvitation = {
  readonly account?: string
  readonly role: Role
  readonly operator?: true
} & GivenAttribution

/** Adds `sente user`. */
export function userCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('user')
    .summary('the people who sign in with a browser')
    .description(
      'Users sign in with a browser, a name and a password: users of an account, and operators. Each has a role, and is ' +
        'invited by a link that works once, for an hour. docs/operating/people.md explains it.',
    )
  inviteCommand(group, context)
  invitationCommands(group, context)
  group
    .command('list')
    .summary('list the users of an account, or the operators')
    .description('Lists the users of an account, or without one the operators. Removed users are left out.')
    .option('--account <ID>', 'the account whose users are listed', parseValue)
    .addHelpText('after', '\nExample:\n  sente user list --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action(({ account }: { readonly account?: string }) => context.answer((store) => list(store, account ?? null)))
  attributed(
    group
      .command('set')
      .summary('change the role of a user')
      .description(
        `Changes the role of a user, from the next page on. Users of an account: ${holderRoles.join(', ')}. ` +
          `Operators: ${operatorRoles.join(', ')}.`,
      )
      .argument('<USER>', aUser)
      .addOption(new Option('--role <ROLE>', 'the new role').choices(allRoles).makeOptionMandatory())
      .option(
        '--refunds-up-to <CURRENCY=AMOUNT>',
        'for support: the most to refund of one collection; without it nothing; may be given once for each currency',
        parseOpeningBalance,
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  sente user set wanjiku@duka.example --role finance\n' +
        '  sente user set okot@duka.example --role support --refunds-up-to UGX=50000',
    )
    .action((user: string, { role, refundsUpTo = [], ...given }: GivenRole & GivenAttribution) =>
      context.answer((store) =>
        answerOf(store, user, (request) => changeUser(store)({ ...request, role, refundsUpTo }), given, context),
      ),
    )
  for (const command of changes) changeCommand(group, context, command)
  attributed(
    group
      .command('reset-password')
      .summary('make a link for a new password')
      .description(
        'Makes a link that lets a user set a new password after forgetting the old one. It works once, for an hour; ' +
          'until then the old password works. A second step stays.',
      )
      .argument('<USER>', aUser),
  )
    .addHelpText('after', '\nExample:\n  sente user reset-password wanjiku@duka.example')
    .action((user: string, given: GivenAttribution) =>
      context.answer((store) =>
        onUser(store, user, async ({ id: userId }) => {
          const invited = await inviteNewPassword(store)({ userId, ...attributionOf(given, context) })
          return isRefusal(invited) ? invited : invitedAnswer(store, invited)
        }),
      ),
    )
}

function inviteCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('invite')
    .summary('invite a user of an account, or an operator')
    .description(
      'Prints a link that lets a person become a user and choose a name and a password. It works once, for an hour: ' +
        'send it to that person alone. If SENTE_PUBLIC_URL is not set, put the address of the server in front.\n\n' +
        `Roles of an account’s users:\n${roleLines(holderRoles, holderRights)}\n` +
        `Roles of operators:\n${roleLines(operatorRoles, operatorRights)}`,
    )
    .option('--account <ID>', 'the account that the user belongs to', parseValue)
    .addOption(new Option('--role <ROLE>', 'the role of the user').choices(allRoles).makeOptionMandatory())
    .addOption(new Option('--operator', 'an operator, who belongs to no account').conflicts('account'))
  attributed(command)
    .addHelpText(
      'after',
      '\nExamples:\n  sente user invite --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --role owner\n' +
        '  sente user invite --operator --role administrator',
    )
    .action((invitation: GivenInvitation) => {
      const whom = invitee(invitation)
      if (!whom) return command.error('expected --account ID or --operator')
      return context.answer(async (store) => {
        const invited = await inviteUser(store)({ ...whom, ...attributionOf(invitation, context) })
        return isRefusal(invited) ? invited : invitedAnswer(store, invited)
      })
    })
}

function invitationCommands(group: Command, context: CommandContext): void {
  group
    .command('invitations')
    .summary('list the open invitations')
    .description('Lists the unused links of an account, or without one those of operators.')
    .option('--account <ID>', 'the account of the invitations', parseValue)
    .addHelpText('after', '\nExample:\n  sente user invitations --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action(({ account }: GivenAccount) =>
      context.answer(async (store) => {
        const open = await listInvitations(store)({ by: '', accountId: account ?? null })
        if (isRefusal(open)) return open
        return { json: { invitations: open.map(invitationJson) }, text: invitationTable(open, todayOf(store).days) }
      }),
    )
  attributed(
    group
      .command('uninvite')
      .summary('revoke an invitation')
      .description('Revokes an unused link, which can then no longer be used.')
      .argument('<INVITATION>', 'the id of the invitation, from sente user invitations')
      .option('--account <ID>', 'the account of the invitation; without one it is an operator’s', parseValue),
  )
    .addHelpText('after', '\nExample:\n  sente user uninvite 5b2f0c9d11e47a60 --because "sent to the wrong person"')
    .action((invitationId: string, { account, ...given }: GivenAccount & GivenAttribution) =>
      context.answer(async (store) => {
        const answer = await revokeInvitation(store)({
          accountId: account ?? null,
          invitationId,
          ...attributionOf(given, context),
        })
        if (isRefusal(answer)) return answer
        return { json: invitationJson(answer.revoked), text: invitationTable([answer.revoked], todayOf(store).days) }
      }),
    )
}

type GivenRole = { readonly role: Role; readonly refundsUpTo?: readonly OpeningBalance[] }

type GivenAccount = { readonly account?: string }

function invitee({ account, role, operator }: GivenInvitation) {
  if (operator) return { role, accountId: null }
  return account === undefined ? undefined : { role, accountId: account }
}

const allRoles = [...new Set<Role>([...holderRoles, ...operatorRoles])]

const holderRights: Readonly<Record<HolderRole, string>> = {
  owner: 'everything, users and the PIN too',
  finance: 'pays, asks for money, and refunds',
  support: 'finds payments, and refunds up to a limit',
  developer: 'keys and webhooks',
  viewer: 'sees the account, and changes nothing',
}

const operatorRights: Readonly<Record<OperatorRole, string>> = {
  administrator: 'everything',
  finance: 'money, payments in doubt, and differences from networks’ files',
  support: 'sees all, assigns differences, and stops what is abused',
  security: 'users, keys, KYC, PINs and limits',
}

function roleLines<One extends Role>(roles: readonly One[], rights: Readonly<Record<One, string>>): string {
  return roles.map((role) => `  ${role.padEnd(13)}  ${rights[role]}\n`).join('')
}

type Changing = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly change: (store: CliStore) => (request: UserRequest) => Promise<{ readonly user: User } | PeopleRefusal>
}

const aUser = 'the id or the name of the user'

const changes: readonly Changing[] = [
  {
    name: 'suspend',
    summary: 'stop a user from signing in',
    description: 'Ends the sessions of a user at once, and refuses new ones until the user is resumed.',
    change: suspendUser,
  },
  {
    name: 'resume',
    summary: 'let a suspended user sign in again',
    description: 'Lets a suspended user sign in again, with the same password.',
    change: resumeUser,
  },
  {
    name: 'remove',
    summary: 'remove a user for good',
    description:
      'Ends the sessions of a user and deletes the password. The name stays taken, since actions are recorded under it.',
    change: removeUser,
  },
  {
    name: 'end-sessions',
    summary: 'sign a user out everywhere',
    description: 'Ends all sessions of a user, who may sign in again.',
    change: endSessions,
  },
  {
    name: 'reset-second-step',
    summary: 'reset the second step of a user who has lost it',
    description:
      'Deletes the codes, passkeys and recovery codes of a user, and ends the sessions. First make sure that the request comes from the user.',
    change: resetSecondStep,
  },
]

function changeCommand(
  group: Command,
  context: CommandContext,
  { name, summary, description, change }: Changing,
): void {
  attributed(group.command(name).summary(summary).description(description).argument('<USER>', aUser))
    .addHelpText('after', `\nExample:\n  sente user ${name} wanjiku@duka.example --because "ticket 4711"`)
    .action((user: string, given: GivenAttribution) =>
      context.answer((store) => answerOf(store, user, change(store), given, context)),
    )
}

function answerOf(
  store: CliStore,
  user: string,
  change: ReturnType<Changing['change']>,
  given: GivenAttribution,
  context: CommandContext,
): Promise<CommandAnswer | Refused> {
  return onUser(store, user, async ({ id: userId }) => {
    const who = attributionOf(given, context)
    const changed = await change({ userId, ...who })
    if (isRefusal(changed)) return changed
    const { user: after } = changed
    const keys = mayDo(after, 'key.create') ? [] : await listMadeKeys(store)({ userId, by: who.by })
    return isRefusal(keys) ? keys : changedAnswer(after, keys, todayOf(store).days)
  })
}

/** Shows a changed user, and the valid keys that the user made. */
function changedAnswer(user: User, keys: readonly AccountKey[], days: Calendar): CommandAnswer {
  const valid_keys = keys.map(({ id, name, prefix }) => ({ key_id: id, name, prefix }))
  const revoking = valid_keys.map(({ key_id }) => `  sente key revoke ${key_id}\n`).join('')
  const hint = keys.length === 0 ? '' : `\n${user.name} made keys that are still valid:\n${revoking}`
  return { json: { ...userJson(user), valid_keys }, text: userTable([user], days) + hint }
}

/** Finds the user by id or name, then calls `ask`. */
async function onUser(
  { people }: CliStore,
  user: string,
  ask: (user: { readonly id: string }) => Promise<CommandAnswer | Refused>,
): Promise<CommandAnswer | Refused> {
  const found = (await people.user(user)) ?? (await people.userByName(nameKeyOf(user)))
  return found ? ask(found) : { refused: 'unknown_user', message: `There is no user ${user}` }
}

async function list(store: CliStore, accountId: string | null): Promise<CommandAnswer | Refused> {
  const users = await listUsers(store)({ by: '', accountId })
  if (isRefusal(users)) return users
  return { json: { users: users.map(userJson) }, text: userTable(users, todayOf(store).days) }
}

function invitedAnswer(store: CliStore, { token, id, expiresAtMs }: Invited): CommandAnswer {
  const path = `/join/${token}`
  const link = store.publicUrl === undefined ? path : `${store.publicUrl}${path}`
  const until = local(expiresAtMs, todayOf(store).days)
  const text = `Link:       ${link}\nValid until: ${until}, once\nInvitation: ${id}\n`
  return { json: { link, invitation_id: id, expires_at: utc(expiresAtMs) }, text }
}

function invitationJson({ id, role, userName, invitedBy, createdAtMs, expiresAtMs }: OpenInvitation) {
  return {
    invitation_id: id,
    role,
    user_name: userName,
    invited_by: invitedBy,
    created_at: utc(createdAtMs),
    expires_at: utc(expiresAtMs),
  }
}

function invitationTable(invitations: readonly OpenInvitation[], days: Calendar): string {
  if (invitations.length === 0) return 'No invitations are open.\n'
  const rows = invitations.map(({ id, role, userName, invitedBy, expiresAtMs }) => ({
    Invitation: id,
    Role: role,
    'New password of': userName ?? '',
    By: invitedBy,
    'Valid until': local(expiresAtMs, days),
  }))
  return table(['Invitation', 'Role', 'New password of', 'By', 'Valid until'], rows)
}

function userJson({ id, accountId, role, name, state, createdAtMs, refundLimits, secondStep }: User) {
  const { hasCodes, passkeys } = secondStep
  return {
    user_id: id,
    name,
    role,
    account_id: accountId,
    state,
    refunds_up_to: refundLimits.map(({ currency, amountMinor }) => ({
      currency,
      amount: toDecimal(amountMinor, currency),
    })),
    created_at: utc(createdAtMs),
    second_step: hasCodes || passkeys.length > 0,
  }
}

function userTable(users: readonly User[], days: Calendar): string {
  if (users.length === 0) return 'No users found.\n'
  const rows = users.map(({ id, name, role, state, createdAtMs, secondStep: { hasCodes, passkeys } }) => ({
    User: id,
    Name: name,
    Role: role,
    State: state,
    Since: local(createdAtMs, days),
    'Second step': hasCodes || passkeys.length > 0 ? 'yes' : 'no',
  }))
  return table(['User', 'Name', 'Role', 'State', 'Since', 'Second step'], rows)
}
