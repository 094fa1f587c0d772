import { mkdtempSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  Clock,
  CompareAsOperator,
  Ids,
  OperatorRefusal,
  PeopleRefusal,
  Reconciled,
} from '../../../../core/sente.ts'
import { inTime } from '../../../written/networkFiles/inTime.ts'
import { isUnread, readFile, type UnreadFile } from '../../../written/networkFiles/networkFile.ts'
import { doubtsAbout } from '../../../written/networkFiles/period.ts'
import type { DateOrder, Profile } from '../../../written/networkFiles/profile.ts'
import { shippedProfiles } from '../../../written/networkFiles/profiles/shipped.ts'
import { type TriedFile, tryFile } from '../../../written/networkFiles/tried.ts'
import { UnreadTable } from '../../../written/table/rows/tableRow.ts'
import type { Visitor } from '../../asked.ts'
import type { Upload } from '../../request/form.ts'

/** The terms of a comparison: the network, the period, and how to read the file. */
export type FileTerms = {
  readonly network: string
  readonly fromMs: number
  readonly toMs: number
  /** The name of a built-in profile; `own` for the operator's. */
  readonly profile?: string | undefined
  /** The operator's own profile, if one was uploaded. */
  readonly own?: Profile | undefined
  readonly sheet?: string | undefined
  readonly dates?: DateOrder | undefined
}

/** The choice of the operator's own profile. */
export const ownProfile = 'own'

/** A result of reading and comparing a file, as a dry run or for good. */
export type FileResult =
  | { readonly compared: Reconciled; readonly profile: string; readonly unnamed: ReadonlyMap<string, number> }
  | { readonly unread: UnreadFile }
  | { readonly refused: OperatorRefusal | PeopleRefusal }
  | { readonly broke: true }

/** An uploaded file on the desk of this process. */
export type DeskFile = {
  readonly id: string
  readonly fileName: string
  readonly by: string
  readonly atMs: number
  readonly terms: FileTerms
  /** Whether it is compared for good, rather than only checked. */
  readonly isForGood: boolean
  /** The work under way, in bytes or rows; undefined once it has ended. */
  readonly work: { readonly on: 'bytes' | 'rows' | 'waiting'; readonly done: number } | undefined
  /** How the profiles fit its headings. */
  readonly tried: TriedFile | undefined
  readonly result: FileResult | undefined
}

/** The uploaded files of this process, one worked on at a time. */
export type ComparisonDesk = {
  /** Takes a file and checks it; resolves with its id. */
  take(upload: Upload, who: Visitor, terms: FileTerms): Promise<string>
  /** Reads a file again: checked under other terms, or compared for good. Nothing happens while it is worked on. */
  again(id: string, who: Visitor, how: Work): void
  find(id: string): DeskFile | undefined
  /** Ends the work and deletes the files. A comparison that was interrupted has no effect. */
  close(): Promise<void>
}

/** The work on a file: to check it, under terms, or to compare it. */
export type Work = { readonly terms: FileTerms } | { readonly isSure: boolean }

type Deps = {
  readonly compareAsOperator: CompareAsOperator
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<Ids, 'random'>
  readonly onBreakage: (error: unknown) => void
}

/** How long a file is kept, how often old ones are looked for, in milliseconds, and the most that are kept. */
const [keptMs, everyMs, mostKept] = [3_600_000, 600_000, 8]

/** Keeps uploaded files in a temporary folder of this process for an hour, and works on them in their order. */
export function comparisonDesk({ compareAsOperator, clock, ids, onBreakage }: Deps): ComparisonDesk {
  const files = new Map<string, DeskFile>()
  let folder: string | undefined
  let queue: Promise<void> = Promise.resolve()
  let isClosed = false
  const sweeping = setInterval(() => forgetOld(), everyMs).unref()

  const pathOf = (id: string) => join(folder ?? '', id)
  const set = (id: string, change: Partial<DeskFile>) => {
    const file = files.get(id)
    if (file) files.set(id, { ...file, ...change })
  }

  function forgetOld(): void {
    const ended = [...files.values()].filter(({ work }) => work === undefined)
    const tooMany = ended.slice(0, Math.max(0, files.size - mostKept))
    const old = ended.filter(({ atMs }) => clock.nowMs() - atMs >= keptMs)
    for (const { id } of [...tooMany, ...old]) {
      files.delete(id)
      void rm(pathOf(id), { force: true }).catch(onBreakage)
    }
  }

  /** Notes the progress, and breaks off when the process stops. */
  function progress(id: string, on: 'bytes' | 'rows') {
    return (done: number) => {
      if (isClosed) throw new Error('the comparison was broken off, because the server stops')
      set(id, { work: { on, done } })
    }
  }

  async function read(
    { id, terms, fileName }: DeskFile,
    who: Visitor,
    isSure: boolean | undefined,
  ): Promise<FileResult> {
    const { network, fromMs, toMs, sheet, dates } = terms
    const found = await readFile({
      file: pathOf(id),
      sheet,
      profiles: profilesOf(terms),
      ...(dates && { dates }),
      ...(terms.own && { within: inTime() }),
      onBytes: progress(id, 'bytes'),
    })
    if (isUnread(found)) return { unread: found }
    const { profile, digest, rows, unnamed } = found
    const compared = await compareAsOperator({
      who,
      file: fileName,
      digest,
      network,
      profile: profile.name,
      fromMs,
      toMs,
      isRehearsal: isSure === undefined,
      isSure: isSure ?? false,
      doubts: doubtsAbout(profile, network),
      rows,
      onProgress: progress(id, 'rows'),
    })
    return 'refused' in compared ? { refused: compared } : { compared, profile: profile.name, unnamed }
  }

  function begin(id: string, who: Visitor, isSure: boolean | undefined): void {
    set(id, { work: { on: 'waiting', done: 0 }, result: undefined, isForGood: isSure !== undefined })
    queue = queue.then(async () => {
      const file = files.get(id)
      if (!file || isClosed) return
      try {
        const tried = file.tried ?? (await tryAll(pathOf(id), file.terms))
        set(id, { tried })
        set(id, { result: await read(file, who, isSure) })
      } catch (error) {
        if (!isClosed) onBreakage(error)
        set(id, { result: { broke: true } })
      }
      set(id, { work: undefined })
    })
  }

  return {
    async take({ path, fileName }, who, terms) {
      forgetOld()
      const id = ids.random()
      folder ??= mkdtempSync(join(tmpdir(), 'sente-desk-'))
      await rename(path, pathOf(id))
      const about = { id, fileName, by: who.user.name, atMs: clock.nowMs(), terms }
      files.set(id, { ...about, isForGood: false, work: undefined, tried: undefined, result: undefined })
      begin(id, who, undefined)
      return id
    },
    again(id, who, how) {
      if (files.get(id)?.work !== undefined) return
      if ('terms' in how) set(id, { terms: how.terms, tried: undefined })
      begin(id, who, 'terms' in how ? undefined : how.isSure)
    },
    find(id) {
      forgetOld()
      return files.get(id)
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      await queue
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The named profile, or all that sente ships. */
function profilesOf({ profile, own }: FileTerms): readonly Profile[] {
  if (own && profile === ownProfile) return [own]
  const named = shippedProfiles.filter(({ name }) => name === profile)
  return named.length > 0 ? named : shippedProfiles
}

/** Tries all profiles on a file; undefined for one that is no table. */
async function tryAll(file: string, { sheet, dates, own }: FileTerms): Promise<TriedFile | undefined> {
  try {
    return await tryFile({
      file,
      profiles: own ? [own, ...shippedProfiles] : shippedProfiles,
      ...(sheet !== undefined && { sheet }),
      ...(dates && { dates }),
      ...(own && { within: inTime() }),
    })
  } catch (error) {
    if (error instanceof UnreadTable) return undefined
    throw error
  }
}
