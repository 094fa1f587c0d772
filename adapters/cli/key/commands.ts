import type { Command } from 'commander'
import { isRefusal, type RotatedKey, revokeKey, rotateKey, unknownAccount } from '../../../core/sente.ts'
import { accountAnswer, keysJson, keyTable } from '../account/view.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import { lines } from '../output/output.ts'

/** The commands for keys: `sente key …`. */
export function keyCommands(program: Command, context: CommandContext): void {
  const group = program.command('key').description("Manages accounts' keys.")
  keyList(group, context)
  keyRotate(group, context)
  keyRevoke(group, context)
}

function keyList(group: Command, context: CommandContext) {
  group
    .command('list')
    .summary('list the keys of an account')
    .description(
      'Lists the keys of an account by their ids, oldest first, including revoked ones. The keys themselves are not ' +
        'kept and cannot be shown.',
    )
    .argument('<ID>', 'the account')
    .addHelpText('after', '\nExample:\n  sente key list 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action((id: string) =>
      context.answer(async ({ accounts }) => {
        const account = await accounts.byId(id)
        return account ? { json: { keys: keysJson(account.keys) }, text: keyTable(account.keys) } : unknownAccount(id)
      }),
    )
}

function keyRotate(group: Command, context: CommandContext) {
  group
    .command('rotate')
    .summary('add a key to an account and print it, this once')
    .description(
      'Adds a secret key to an account and prints it. It is not kept and never shown again. The previous key stays ' +
        'valid until it is revoked; at most two of a kind are active at once.',
    )
    .argument('<ID>', 'the account')
    .option('--public', 'a public key instead of a secret one')
    .addHelpText('after', afterRotateHelp)
    .action((id: string, given: { readonly public?: true }) =>
      context.answer(async (store) => {
        const rotated = await rotateKey(store)({ accountId: id, kind: given.public ? 'public' : 'secret' })
        return isRefusal(rotated) ? rotated : rotatedAnswer(rotated)
      }),
    )
}

const afterRotateHelp = `
To change a key without a gap: rotate, give the merchant the new key, and revoke
the old one when the merchant has changed over. Do not repeat the command
blindly: every run adds another key, until two are active.

Examples:
  sente key rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente key rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --public`

function rotatedAnswer({ keyId, key }: RotatedKey): CommandAnswer {
  const about = lines([
    ['Key id', keyId],
    ['Key', key],
  ])
  const text = `${about}\nKeep the key now: it is not shown again. The previous key stays valid until you revoke it.\n`
  return { json: { key_id: keyId, key }, text }
}

function keyRevoke(group: Command, context: CommandContext) {
  group
    .command('revoke')
    .summary('revoke a key for good')
    .description(
      'Revokes a key at once and for good, and prints its account. Without an active key of each kind the ' +
        'merchant can do nothing until one is added. Repeating it changes nothing.',
    )
    .argument('<KEY_ID>', 'the id of the key, from sente key list; not the key itself')
    .addHelpText('after', '\nExample:\n  sente key revoke 0198c5d2-9d20-7f11-8a3c-5b6d7e8f9a0b')
    .action((keyId: string) =>
      context.answer(async (store) => {
        const revoked = await revokeKey(store)({ keyId })
        return accountAnswer(isRefusal(revoked) ? revoked : revoked.account, store.books)
      }),
    )
}
