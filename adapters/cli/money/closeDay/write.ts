import type { KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Attribution, closeDay, isRefusal, noteClose, type OnProgress } from '../../../../core/sente.ts'
import { dayAfter, dayOf } from '../../../formats/moment.ts'
import { dateIn, todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { writeNewFile } from '../../output/newFile.ts'
import { lines } from '../../output/output.ts'
import { unrecorded } from '../../output/recorded.ts'
import { digestOf, publicKeyOf, readSigningKey, signedFile } from '../../output/signedFile.ts'
import { recordMissing } from './recordMissing.ts'
import { closeForm, contentOf, fileOf, isClosed, lastClose } from './series.ts'
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
  /** Whether a new series may begin although the last recorded close is not in its folder. */
  readonly beginsSeries: boolean
  readonly onProgress: OnProgress
}

type Closing = Omit<Asked, 'keyFile' | 'caseKey'> & { readonly key: KeyObject }

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
  const refused = await recordMissing(recordingOf(closing))
  if (refused) return refused
  if (asked !== 'yesterday') return close(asked, closing)
  const yesterday = yesterdayAt(store)
  for (let next = nextDay(folder); next !== undefined && next < yesterday; next = nextDay(folder)) {
    const closed = await close(next, closing)
    if ('refused' in closed) return closed
  }
  return close(yesterday, closing)
}

function recordingOf(closing: Closing) {
  return { ...closing, publicKey: publicKeyOf(closing.key) }
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
  const { folder, store, who, key, all, beginsSeries, onProgress } = closing
  if (isClosed(folder, day)) return standing(day, closing)
  const before = lastClose(folder)
  if (before && dayAfter(before.day) !== day)
    return { refused: 'day_not_next', message: `The next day to close is ${dayAfter(before.day)}` }
  const closed = await closeDay({ ...store, onProgress })({ dateMs: dateIn(day) ?? Number.NaN, all })
  if (isRefusal(closed)) return closed
  const content = closeJson(closed, { day, by: who.by, before: before?.digest ?? null })
  const text = signedFile(closeForm, content, key)
  const file = fileOf(folder, day)
  const refused = await writeNewFile(file, text)
  // Another command has closed the day into this folder meanwhile.
  if (refused?.refused === 'file_exists') return (await recordMissing(recordingOf(closing))) ?? standing(day, closing)
  if (refused) return refused
  const done = answer({ day, bytes: Buffer.from(text), content, isStanding: false }, closing)
  const { broken } = content.audit
  const close = { ...who, day, file, digest: digestOf(text), before: content.before, broken, beginsSeries }
  try {
    const noted = await noteClose(store)(close)
    if (!isRefusal(noted)) return done
    // Another close was recorded meanwhile, and this one would be the end of a second series.
    await rm(file)
    return noted
  } catch (error) {
    // The next run records it.
    return unrecorded(done, error instanceof Error ? error.message : String(error))
  }
}

/** A day that was closed before. */
function standing(day: string, closing: Closing): CommandAnswer | Refused {
  const { folder, key } = closing
  const content = contentOf(folder, day, publicKeyOf(key))
  if ('refused' in content) return content
  return answer({ day, bytes: readFileSync(fileOf(folder, day)), content, isStanding: true }, closing)
}

type Close = {
  readonly day: string
  readonly bytes: Buffer
  readonly content: Pick<ReturnType<typeof closeJson>, 'audit' | 'before'>
  /** Whether the close was there before. */
  readonly isStanding: boolean
}

function answer({ day, bytes, content, isStanding }: Close, { folder, key }: Closing): CommandAnswer {
  const [file, digest, publicKey] = [fileOf(folder, day), digestOf(bytes), publicKeyOf(key)]
  const { ok, checked, broken, contradicted } = content.audit
  return {
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
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason, the key cannot be read.
    return ''
  }
}
