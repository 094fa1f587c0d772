import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findCase, isRefusal } from '../../../core/sente.ts'
import { caseData } from '../../formats/case.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import { writeNewFile } from '../output/newFile.ts'
import { lines } from '../output/output.ts'
import { newSigningKey, publicKeyOf, readSigningKey, signedFile, signedIn } from '../output/signedFile.ts'
import { parsePath, parseValue } from '../program/values.ts'

/** The first line of every file with a case. */
export const caseForm = 'sente-case-1'

/** The commands for cases of payments: `sente case …`. */
export function caseCommands(program: Command, context: CommandContext): void {
  const group = program.command('case').description('Exports all records about a payment, signed.')
  group
    .command('export')
    .summary('write a payment’s case into a signed file')
    .description(
      'Writes all records about a payment into one file, signed with the key in SENTE_CASE_KEY_FILE: the ' +
        'recorded request, the rules that it passed, the requests to the network and its answers, the postings, decisions, the event ' +
        'and its deliveries, and the rows about it in the network’s own files.',
    )
    .argument('<TRANSACTION_ID>', 'the payment', parseValue)
    .argument('<FILE>', 'the file, which must not exist yet', parsePath)
    .addHelpText('after', '\nExample:\n  sente case export 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d ./order-1.case')
    .action((transactionId: string, file: string) => exportCase({ transactionId, file }, context))
  group
    .command('verify')
    .summary('check the signature of a case')
    .description('Checks that a file is an exported case, unchanged to the last byte. It needs no database.')
    .argument('<FILE>', 'the file', parsePath)
    .requiredOption('--public-key <KEY>', 'the public key shown by sente case key: 64 hexadecimal digits')
    .addHelpText('after', '\nExample:\n  sente case verify ./order-1.case --public-key 3d40…')
    .action((file: string, { publicKey }: { readonly publicKey: string }, command: Command) => {
      if (!/^[0-9a-f]{64}$/.test(publicKey)) command.error('expected 64 hexadecimal digits with --public-key')
      return context.answerAlone(() => verifyCase(file, publicKey))
    })
  group
    .command('key')
    .summary('make the key that signs cases')
    .description('Makes a key of Ed25519 in a new file that only its owner may read, and shows its public key.')
    .argument('<FILE>', 'the file, for SENTE_CASE_KEY_FILE', parsePath)
    .addHelpText('after', '\nExample:\n  sente case key ./case-key.pem')
    .action((file: string) => context.answerAlone(() => makeKey(file)))
}

type Export = { readonly transactionId: string; readonly file: string }

function exportCase({ transactionId, file }: Export, context: CommandContext): Promise<void> {
  return context.answer(async (store) => {
    const pem = context.caseKey()
    if (pem === undefined) return missingKey
    const key = readSigningKey(pem)
    if (!key) return unusableKey
    const found = await findCase(store)({ transactionId })
    if (isRefusal(found)) return found
    const publicKey = publicKeyOf(key)
    const made = { atMs: store.clock.nowMs(), by: context.operator, publicKey }
    const refused = await writeNewFile(file, signedFile(caseForm, caseData(found, made), key))
    if (refused) return refused
    return {
      json: { file, transaction_id: transactionId, public_key: publicKey },
      text: lines([
        ['File', file],
        ['Transaction', transactionId],
        ['Public key', publicKey],
      ]),
    }
  })
}

async function verifyCase(file: string, publicKey: string): Promise<CommandAnswer | Refused> {
  const bytes = await readFile(file).catch(({ message }: Error) => ({ refused: 'file_not_read', message }))
  if ('refused' in bytes) return bytes
  const found = signedIn(bytes, caseForm, publicKey)
  if (!found) return { refused: 'case_not_valid', message: `${file} is not a case signed with this key` }
  const { transaction, exported_at, exported_by } = found as Verified
  return {
    json: { valid: true, transaction_id: transaction.transaction_id, exported_at, exported_by },
    text: `${file} is valid: transaction ${transaction.transaction_id}, exported ${exported_at} by ${exported_by}\n`,
  }
}

/** The contents of a verified case. */
type Verified = {
  readonly transaction: { readonly transaction_id: string }
  readonly exported_at: string
  readonly exported_by: string
}

async function makeKey(file: string): Promise<CommandAnswer | Refused> {
  const { pem, publicKey } = newSigningKey()
  const refused = await writeNewFile(file, pem)
  if (refused) return refused
  return {
    json: { file, public_key: publicKey },
    text: `${lines([
      ['File', file],
      ['Public key', publicKey],
    ])}\nSet SENTE_CASE_KEY_FILE to the file, and give the public key to everybody who checks cases.\n`,
  }
}

const missingKey: Refused = {
  refused: 'no_case_key',
  message: 'SENTE_CASE_KEY_FILE is missing: it names the key that signs cases; sente case key makes one',
}

const unusableKey: Refused = {
  refused: 'case_key_not_usable',
  message: 'The key in SENTE_CASE_KEY_FILE is not a private key of Ed25519 in PEM',
}
