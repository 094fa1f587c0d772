import { type Command, Option } from 'commander'
import {
  findAccount,
  isRefusal,
  type KeyScope,
  keyScopes,
  type RevokedKey,
  type RotatedKey,
  revokeKey,
} from '../../../core/sente.ts'
import { endpointForOperators } from '../../formats/endpoint.ts'
import { todayOf } from '../../written/moment.ts'
import { changeAnswer } from '../action/proposal/view.ts'
import { withHistory } from '../action/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { lines } from '../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { eachOf, parseName, parseSpan, parseValue, type SpanGiven } from '../program/values.ts'
import { endpointTable } from '../webhook/view.ts'
import { keysJson, keyTable, shownAccount } from './view.ts'

/** The commands for keys: `sente key …`. */
export function keyCommands(program: Command, context: CommandContext): void {
  const group = program.command('key').description("Manages accounts' keys.")
  keyList(group, context)
  keyCreate(group, context)
  keyRotate(group, context)
  keyRevoke(group, context)
}

function keyList(group: Command, context: CommandContext) {
  group
    .command('list')
    .summary('list the keys of an account')
    .description(
      'Lists the keys of an account by their ids, oldest first, including revoked ones. Only the first characters ' +
        'of the keys are stored. The last use is written at most once an hour: a key may have been used for an ' +
        'hour after that, and the log has the exact time.',
    )
    .argument('<ID>', 'the account')
    .option('--history', 'with the people who made and revoked them, and the reasons')
    .addHelpText('after', afterListHelp)
    .action((accountId: string, { history }: { readonly history?: true }) =>
      context.answer(async (store) => {
        const account = await findAccount(store)({ accountId })
        if (isRefusal(account)) return account
        const answer = { json: { keys: keysJson(account.keys) }, text: keyTable(account.keys, todayOf(store).days) }
        return history ? withHistory(answer, { store, accountId, kinds: /^(key\.|account\.create$)/ }) : answer
      }),
    )
}

const afterListHelp = `
Examples:
  sente key list 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente key list 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --history`

function keyCreate(group: Command, context: CommandContext) {
  const command = group
    .command('create')
    .summary('add a key with limited scopes to an account, and print it, once')
    .description(
      'Adds a secret key with limited scopes to an account, and prints it. It is not stored and never ' +
        'shown again. Requests beyond its scopes are refused with key_not_allowed. Once it has expired, it is refused like an unknown key.',
    )
    .argument('<ID>', 'the account')
    .requiredOption('--name <NAME>', 'its name: 1 to 40 characters, which no other active key has', parseName)
    .requiredOption('--scope <SCOPE,…>', `its scopes: some of ${keyScopes.join(',')}`, parseScopes)
    .option(
      '--expires <TIME>',
      'the last day on which it works, or the time when it stops; never by default',
      parseSpan,
    )
    .option('--from <CIDR,…>', 'the addresses and subnets that may use it; all by default', parseAddresses)
  attributed(command)
    .addHelpText('after', afterCreateHelp)
    .action((accountId: string, { name, scope, expires, from, ...given }: GivenKey) =>
      context.answer(async (store) => {
        const terms = { name, scopes: scope, ...(expires && { expiresAtMs: expires(todayOf(store)).toMs }) }
        const request = { accountId, ...terms, ...(from && { addresses: from }) }
        const change = { kind: 'key.create', request } as const
        return changeAnswer(store, { change, ...attributionOf(given, context) }, ({ rotated }) => newKeyAnswer(rotated))
      }),
    )
}

type GivenKey = GivenAttribution & {
  readonly name: string
  readonly scope: readonly KeyScope[]
  readonly expires?: SpanGiven
  readonly from?: readonly string[]
}

function parseScopes(text: string): readonly KeyScope[] {
  return text.split(',').reduce<readonly KeyScope[]>((before, scope) => parseScope(scope.trim(), before), [])
}

const parseScope = eachOf(keyScopes)

function parseAddresses(text: string): readonly string[] {
  return text.split(',').map((address) => address.trim())
}

const afterCreateHelp = `
Scopes: read looks up, collect collects money, pay sends it, refund gives it
back, webhooks sees and changes where events are sent. A till needs collect; a
program that pays wages needs read and pay, from the address of its server.

The addresses are the ones that the gateway sees: behind a proxy,
SENTE_TRUSTED_PROXIES must be correct. 14 days before the key expires, its
merchant gets the event key.expiring. To replace the key without a gap before
then, run sente key rotate --key. Do not repeat the command blindly.

Examples:
  sente key create 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
    --name till --scope collect
  sente key create 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
    --name wages --scope read,pay \\
    --expires 2027-01-01 --from 203.0.113.7,10.0.0.0/8`

function keyRotate(group: Command, context: CommandContext) {
  const command = group
    .command('rotate')
    .summary('add a key to an account and print it, once')
    .description(
      'Adds a secret key to an account and prints it. It is not stored and never shown again. The previous key stays ' +
        'valid until it is revoked; at most two of a kind and name are active at once.',
    )
    .argument('<ID>', 'the account')
    .option('--key <KEY_ID>', 'the key that gives the new one its name, scopes and addresses', parseValue)
    .option(
      '--expires <TIME>',
      'the time when the new one expires, or never; by default it lasts as long as that key',
      parseEnd,
    )
    .addOption(new Option('--public', 'a public key instead of a secret one').conflicts(['key', 'expires']))
  attributed(command)
    .addHelpText('after', afterRotateHelp)
    .action((accountId: string, { key: keyId, expires, ...given }: GivenRotation) =>
      context.answer(async (store) => {
        const kind = given.public ? ('public' as const) : ('secret' as const)
        const of = {
          ...(keyId !== undefined && { keyId }),
          ...(expires !== undefined && { expiresAtMs: expires === 'never' ? null : expires(todayOf(store)).toMs }),
        }
        const change = { kind: 'key.rotate', request: { accountId, kind, ...of } } as const
        return changeAnswer(store, { change, ...attributionOf(given, context) }, ({ rotated }) =>
          newKeyAnswer(rotated, 'The previous key stays valid until you revoke it.'),
        )
      }),
    )
}

type GivenRotation = GivenAttribution & {
  readonly public?: true
  readonly key?: string
  readonly expires?: SpanGiven | 'never'
}

function parseEnd(text: string): SpanGiven | 'never' {
  return text === 'never' ? text : parseSpan(text)
}

const afterRotateHelp = `
To replace a key without a gap, rotate it, give the merchant the new key, and
revoke the old one when the merchant uses the new one: sente key revoke with
--keep-endpoints; otherwise the webhook endpoints made with the old key are
switched off. After a leak, leave that option out. Do not repeat the command
blindly: every run adds another key, until two are active.

Examples:
  sente key rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente key rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
    --key 0198c5d2-9d20-7f11-8a3c-5b6d7e8f9a0b
  sente key rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --public`

function newKeyAnswer(made: RotatedKey | null, more?: string): CommandAnswer {
  if (!made) throw new Error('there is no new key')
  const { keyId, key } = made
  const about = lines([
    ['Key id', keyId],
    ['Key', key],
  ])
  const kept = ['Keep the key now: it is not shown again.', ...(more === undefined ? [] : [more])].join(' ')
  return { json: { key_id: keyId, key }, text: `${about}\n${kept}\n` }
}

function keyRevoke(group: Command, context: CommandContext) {
  const command = group
    .command('revoke')
    .summary('revoke a key, and switch off its webhook endpoints')
    .description(
      'Revokes a key at once and permanently, switches off the webhook endpoints that were made or changed with it, and ' +
        'prints its account and these endpoints. Without an active key of each kind the merchant can do nothing until one ' +
        'is added. Repeating it changes nothing.',
    )
    .argument('<KEY_ID>', 'the id of the key, from sente key list; not the key itself')
    .option('--keep-endpoints', 'leave its webhook endpoints as they are: only for a key that nobody else had')
  attributed(command)
    .addHelpText('after', afterRevokeHelp)
    .action((keyId: string, given: { readonly keepEndpoints?: boolean } & GivenAttribution) =>
      context.answer(async (store) => {
        const { keepEndpoints = false } = given
        const revoked = await revokeKey(store)({ keyId, keepEndpoints, ...attributionOf(given, context) })
        return isRefusal(revoked) ? revoked : revokedAnswer(revoked, { keepEndpoints, store })
      }),
    )
}

const afterRevokeHelp = `
A thief may have pointed an endpoint at a machine of their own, which would
receive each payment's event even after the key is revoked. An endpoint that is
switched off loses no events: check it with the merchant, then switch it on, and
it continues with the first undelivered one.

Examples:
  sente key revoke 0198c5d2-9d20-7f11-8a3c-5b6d7e8f9a0b
      after a leak
  sente key revoke 0198c5d2-9d20-7f11-8a3c-5b6d7e8f9a0b --keep-endpoints
      when a key was replaced as usual, and the merchant uses the new one`

async function revokedAnswer(
  { account, endpoints }: RevokedKey,
  { keepEndpoints, store }: { keepEndpoints: boolean; store: CliStore },
): Promise<CommandAnswer | Refused> {
  const shown = await shownAccount(account.id, store)
  if ('refused' in shown) return shown
  const { json, text } = shown
  const webhooks = endpoints.length === 0 ? '' : `\n${endpointTable(endpoints)}${afterEndpoints(keepEndpoints)}`
  return { json: { ...json, webhook_endpoints: endpoints.map(endpointForOperators) }, text: text + webhooks }
}

function afterEndpoints(areKept: boolean): string {
  if (areKept) return 'They were made or changed with this key, and are kept as they are.\n'
  return (
    'They were made or changed with this key, and are switched off. Check each with the merchant, then:\n' +
    'sente webhook set ID ENDPOINT_ID --enabled on\n'
  )
}
