import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openPostgresStore, type PostgresStoreOptions } from '../../../adapters/postgres/postgres.ts'
import type { Store } from '../../../core/sente.ts'
import { fundedAccount, inStep, opening } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { atEnd } from '../../fixtures/endings.ts'
import { makeServerFolder } from '../../fixtures/postgres/embedded.ts'
import { type OwnServer, openOwnServer } from '../../fixtures/postgres/postgres.ts'

/** A server with files saved once, when its only account had made the payouts 'a' and 'b'. */
export type Scene = {
  readonly server: OwnServer
  readonly accountId: string
  /** A folder that is removed afterwards. */
  readonly folder: string
  /** The path of the saved files. */
  readonly saved: string
  open(options?: Partial<PostgresStoreOptions>): Promise<Store>
  /** Starts another server on the saved files, like the promotion of a lagging standby. */
  startCopy(promoted: boolean): Promise<OwnServer>
}

type Saved = Pick<Scene, 'accountId' | 'saved'>

/** The files saved once for all examples of a process. */
let made: Promise<Saved> | undefined

async function makeSaved(): Promise<Saved> {
  const saved = join(makeServerFolder(), 'saved')
  atEnd(() => {
    made = undefined
    rmSync(dirname(saved), { recursive: true })
  })
  const server = await openOwnServer()
  try {
    const store = await openPostgresStore({ path: server.path, purpose: 'live', migrate: true })
    const { account } = await fundedAccount(store)
    for (const reference of ['a', 'b']) await pay(store, account.id, reference)
    await store.close()
    await server.stop()
    await server.save(saved)
    return { accountId: account.id, saved }
  } finally {
    await server.close()
  }
}

/** Starts it, and ends everything opened in it. */
export async function onSavedServer(use: (scene: Scene) => Promise<void>): Promise<void> {
  made ??= makeSaved()
  const { accountId, saved } = await made
  const folder = mkdtempSync(join(tmpdir(), 'sente-back-'))
  const closers: (() => Promise<void>)[] = []
  try {
    const server = await openOwnServer([saved])
    closers.push(server.close)
    const open: Scene['open'] = async (options = {}) => {
      const store = await openPostgresStore({ path: server.path, purpose: 'live', migrate: true, ...options })
      closers.push(store.close)
      return store
    }
    const startCopy: Scene['startCopy'] = async (promoted) => {
      const copy = await openOwnServer([saved])
      closers.push(copy.close)
      if (!promoted) return copy
      await copy.stop()
      await copy.promote()
      await copy.start()
      return copy
    }
    await use({ server, accountId, folder, saved, open, startCopy })
  } finally {
    for (const close of closers.reverse()) await close()
    rmSync(folder, { recursive: true })
  }
}

/** Requests a payout like a merchant, and returns its outcome. */
export function pay(store: Store, accountId: string, reference: string): Promise<'paid' | 'used' | 'refused'> {
  const payout = aPayout(accountId, { reference, amountMinor: 1_000n })
  return inStep(store, payout, (work) => {
    if (work.references.usedBy(accountId, reference) !== undefined) return 'used'
    if (work.isQuarantined()) return 'refused'
    opening(payout)(work)
    return 'paid'
  })
}

/** Replaces the files of the server by the saved ones; it is running again afterwards. */
export async function goBack({ server, saved }: Scene, promoted = false): Promise<void> {
  await server.kill()
  await server.restore(saved)
  if (promoted) await server.promote()
  await server.start()
}

/** The mark of a node in a folder, and the messages about it. */
export function markIn(folder: string, name = 'node') {
  const said: (string | undefined)[] = []
  const path = join(folder, `${name}.mark`)
  const onMark = (error?: Error) => void said.push(error?.message)
  const onWeakness = (weakness: string) => void said.push(weakness)
  const onQuarantine = () => void said.push('quarantine')
  return { said, path, mark: { path, onMark, onWeakness, onQuarantine } }
}

/** The quarantines of a store, with the references of the latest transactions instead of their ids. */
export async function quarantinesOf({ quarantines, books }: Store) {
  const named = async (id: string | undefined) => (id && (await books.transaction(id))?.reference) ?? 'after b'
  const all = await quarantines.all()
  return Promise.all(
    all.map(async ({ why, known, reached }) => ({
      why,
      known: await named(known?.transactionId),
      reached: await named(reached?.transactionId),
    })),
  )
}
