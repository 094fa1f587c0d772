import type { KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { type Attribution, closeDay, isRefusal, noteClose, type OnProgress } from '../../../../core/sente.ts'
import { dayAfter, dayOf } from '../../../formats/moment.ts'
import { dateIn, todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { writeNewFile } from '../../output/newFile.ts'
import { lines } from '../../output/output.ts'
import { recorded } from '../../output/recorded.ts'
import { digestOf, publicKeyOf, readSigningKey, signedFile, signedIn } from '../../output/signedFile.ts'
import { closeForm, fileOf, isClosed, lastClose } from './series.ts'
import { closeJson } from './view.ts'

/** The folder of a series, the author of new closes, and the signing key: a file, or the key of cases. */
type Asked = {
  readonly folder: string
  readonly who: Attribution
  readonly keyFile: string | undefined
  readonly caseKey: () => string | undefined
  readonly store: CliStore
  /** Whether everything is read. */
  readonly all: boolean
  readonly onProgress: OnProgress
}

type Closing = Pick<Asked, 'folder' | 'who' | 'store' | 'all' | 'onProgress'> & { readonly key: KeyObject }

/** Closes a day; for yesterday also earlier days that the series lacks, each in turn. */
export async function closeDays(asked: string, given: Asked): Promise<CommandAnswer | Refused> {
  const { folder, keyFile, caseKey, store } = given
  const key = readSigningKey(keyFile === undefined ? (caseKey() ?? '') : readIfThere(keyFile))
  if (!key)
    return {
      refused: 'no_signing_key',
      message: `${keyFile ?? 'SENTE_CASE_KEY_FILE'} is not a private key of Ed25519 in PEM`,
    }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const closing = { ...given, key }
  if (asked !== 'yesterday') return close(asked, closing)
  const yesterday = yesterdayAt(store)
  for (let next = nextDay(folder); next !== undefined && next < yesterday; next = nextDay(folder)) {
    const closed = await close(next, closing)
    if ('refused' in closed) return closed
  }
  return close(yesterday, closing)
}

function yesterdayAt(store: CliStore): string {
  const { days, nowMs } = todayOf(store)
  return dayAfter(dayOf(nowMs, days), -1)
}

function nextDay(folder: string): string | undefined {
  const last = lastClose(folder)
  return last && dayAfter(last.day)
}

async function close(day: string, closing: Closing): Promise<CommandAnswer | Refused> {
  const { folder, store, who, key, all, onProgress } = closing
  if (isClosed(folder, day)) return standing(day, closing)
  const before = lastClose(folder)
  if (before && dayAfter(before.day) !== day)
    return { refused: 'day_not_next', message: `The next day to close is ${dayAfter(before.day)}` }
  const closed = await closeDay({ ...store, onProgress })({ dateMs: dateIn(day) ?? Number.NaN, all })
  if (isRefusal(closed)) return closed
  const content = closeJson(closed, { day, by: who.by, before: before?.digest ?? null })
  const text = signedFile(closeForm, content, key)
  const refused = await writeNewFile(fileOf(folder, day), text)
  if (refused) return refused
  return answer({ day, bytes: Buffer.from(text), content, isStanding: false }, closing)
}

/** A day that was closed before. The last close is recorded now, if it was not. */
async function standing(day: string, closing: Closing): Promise<CommandAnswer | Refused> {
  const file = fileOf(closing.folder, day)
  const bytes = readFileSync(file)
  const content = signedIn(bytes, closeForm, publicKeyOf(closing.key))
  if (!content) return { refused: 'close_changed', message: `${file} was changed, or is signed by another key` }
  return answer({ day, bytes, content: content as Content, isStanding: true }, closing)
}

type Content = Pick<ReturnType<typeof closeJson>, 'audit' | 'before'>

type Close = {
  readonly day: string
  readonly bytes: Buffer
  readonly content: Content
  /** Whether the close was there before. */
  readonly isStanding: boolean
}

function answer({ day, bytes, content, isStanding }: Close, { folder, key, who, store }: Closing) {
  const [file, digest, publicKey] = [fileOf(folder, day), digestOf(bytes), publicKeyOf(key)]
  const { ok, checked, broken, contradicted } = content.audit
  const answer: CommandAnswer = {
    json: { file, digest, public_key: publicKey, already: isStanding, ...content },
    text: lines([
      ['Day', isStanding ? `${day} was closed before: its close stands` : day],
      ['File', file],
      ['Digest', digest],
      ['Public key', publicKey],
      ['Audit', ok ? `${checked} rows, all in order` : `${broken} rows are broken: see sente audit`],
      ...(contradicted > 0 ? [['Contradicted', `${contradicted} payments: see sente audit`] as const] : []),
    ]),
    ...(ok ? {} : { exitCode: 1 as const }),
  }
  if (isStanding && lastClose(folder)?.day !== day) return answer
  return recorded(answer, () => noteClose(store)({ ...who, day, file, digest, before: content.before, broken }))
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason, the key cannot be read.
    return ''
  }
}
