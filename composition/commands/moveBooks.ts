import type { Move, MovedBooks, Progress } from '../../adapters/cli/deps.ts'
import type { MoveIn, MoveOut, StoreContents, StoreCounts, StoreKind } from '../../core/sente.ts'
import { shownUrl, storeKinds } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'
import { type CheckedBooks, checkBooks, differenceOf } from './checkedBooks.ts'

type OnProgress = (progress: Progress) => void

/** A sandbox has no store that could take its books. */
const purpose = 'live'

/**
 * Moves all books of one database into another, and checks them on both sides. The first is marked before the second is
 * released: at no moment do both take payments. After an interruption the same call starts again, or finds it complete.
 */
export async function moveBooks({ from, to }: Move, onProgress: OnProgress): Promise<MovedBooks> {
  const [out, into] = [databaseIn('--from', from, 'moveOut'), databaseIn('--to', to, 'moveIn')]
  const source = await out.open(out.path, purpose)
  try {
    const movedAs = source.moved?.id
    const target = await into.open({ path: into.path, purpose, from: source.name, movedAs })
    try {
      const rows = source.counts
      const replaced = target.isReleased ? 0 : await move({ source, target, onProgress })
      return { from: source.name, to: target.name, already: target.isReleased, rows, replaced }
    } finally {
      await target.close()
    }
  } finally {
    source.close()
  }
}

async function move({ source, target, onProgress }: { source: MoveOut; target: MoveIn; onProgress: OnProgress }) {
  const { counts } = source
  const before = await checked(source, { counts, onProgress })
  const broken = before.broken.find(({ rule }) => rule !== 'no_contradiction')
  if (broken)
    throw new Error(`the books do not agree, and were not moved: ${broken.row}: ${broken.problem}; see \`sente audit\``)
  const replaced = await target.take(source.contents, progressOf(counts, onProgress))
  const arrived = await target.counts()
  const missing = (Object.keys(counts) as (keyof StoreCounts)[]).find((name) => counts[name] !== arrived[name])
  if (missing) throw new Error(`${arrived[missing]} of ${counts[missing]} ${missing} have arrived: nothing was moved`)
  const after = await checked(target, { counts, onProgress })
  const difference = differenceOf(before, after)
  if (difference) throw new Error(`the books have not arrived as they were, and were not moved: ${difference}`)
  source.markMoved({ id: target.id, to: target.name, atMs: Date.now() })
  await target.release()
  return replaced
}

/** After how many rows the progress is told. */
const rowsTold = 1_000

type Checking = { readonly counts: StoreCounts; readonly onProgress: OnProgress }

function checked({ name, snapshot }: MoveOut | MoveIn, { counts, onProgress }: Checking): Promise<CheckedBooks> {
  const { postings, balances, transactions, fundings, events } = counts
  const of = postings + balances + transactions + fundings + events
  const doing = `checking ${name}`
  let done = 0
  onProgress({ doing, done, of })
  return checkBooks(snapshot, () => {
    done += 1
    if (done % rowsTold === 0 || done === of) onProgress({ doing, done, of })
  })
}

function progressOf(counts: StoreCounts, onProgress: OnProgress) {
  const all = new Map<keyof StoreContents, number>()
  return (name: keyof StoreContents, rows: number) => {
    const done = (all.get(name) ?? 0) + rows
    all.set(name, done)
    onProgress({ doing: `moving ${name}`, done, of: counts[name] })
  }
}

/** The database of a URL, and how its kind does its part of a move; throws a SettingsError when it cannot. */
function databaseIn<Part extends 'moveOut' | 'moveIn'>(option: string, url: string, part: Part) {
  const end = url.indexOf(':')
  const [scheme, path] = [url.slice(0, end), url.slice(end + 1)]
  const kind = storeKinds.find(({ schemes }) => schemes.includes(scheme))
  const expected = storeKinds.filter((one) => one[part]).map(({ form }) => form)
  if (!kind || path === '') throw new SettingsError(`${option} has to be ${expected.join(', or ')}`)
  const open: StoreKind[Part] = kind[part]
  if (!open || !kind.isLasting(path)) {
    const shown = shownUrl({ scheme, databasePath: path })
    throw new SettingsError(`${option} is ${shown}, and has to be ${expected.join(', or ')}`)
  }
  return { path, open }
}
