import { expect } from 'chai'
import { nodeHashing } from '../../../../adapters/node/nodeSecrets.ts'
import { systemClock } from '../../../../adapters/node/systemClock.ts'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { fundAccount, isRefusal, restoreBooks, type StoreFiles, verifyActions } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import {
  changeFile,
  heldIn,
  inPair,
  moveOver,
  openNode,
  openSource,
  quietly,
} from '../../../fixtures/moved/movedBooks.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { type Folder, inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

describe('126 Who did what: new books', () => {
  rule('126.33', 'a restore and a move are the last action of the books that they make, in the same step', {
    'a restore': () =>
      withBackup(async ({ restore, database, lastAction }) => {
        expect(await restore({ by: 'okello', because: 'the disk failed' })).to.deep.include({ isRecorded: true })
        const { verified, transaction, ...recorded } = await lastAction()
        expect(recorded).to.deep.include({ by: 'okello', because: 'the disk failed', number: 3 })
        expect(recorded).to.deep.include({ kind: 'backup.restore', subject: `backup ${database}-backup` })
        expect(recorded.after).to.deep.equal({ latest_transaction: transaction })
        expect(verified).to.deep.equal([])
      }),
    'a restore that can’t be recorded is not made': () =>
      withBackup(async ({ restore, lastAction }) => {
        const refused = await restore({ by: ' ' })
        expect(isRefusal(refused) && refused.refused).to.equal('malformed_name')
        const failing: StoreFiles = {
          ...sqlite.inFiles,
          restore: (copy) => sqlite.inFiles.restore({ ...copy, acting: { proposal: null, chain: fails } }),
        }
        expect((await rejection(restore({ by: 'okello' }, failing))).message).to.equal('no room')
        expect(await lastAction()).to.include({ kind: 'account.fund', subject: 'funding after' })
      }),
    'a restore of a backup with an older schema': () =>
      withBackup(async ({ restore, database }) => {
        changeFile(`${database}-backup`, 'PRAGMA user_version = 0')
        expect(await restore({ by: 'okello' })).to.deep.include({ isRecorded: false })
        changeFile(database, 'PRAGMA user_version = 1')
        expect((await heldIn(openSource(database))).actions.actions).to.have.length(2)
      }),
    'a move': () =>
      inPair(async ({ from, to, database, target }) => {
        await filled(database)
        const { from: source, to: into } = await moveOver({ from, to })
        const { actions, broken } = await heldIn(openNode(target))
        const [moved, before] = actions.actions
        expect([moved?.number, before?.number, broken]).to.deep.equal([3, 2, []])
        expect(moved).to.deep.include({ kind: 'books.move', by: 'amina', because: 'ticket 4711', subject: 'books' })
        expect(moved?.after).to.deep.equal({ from: source, to: into, accounts: 1, transactions: 1 })
      }),
  })
})

function fails(): never {
  throw new Error('no room')
}

/** A database with an account and a payment. */
async function filled(path: string): Promise<string> {
  const store = openSource(path)
  const { pay } = await openCore({}, store)
  const { id } = await pay('succeeds')
  await store.close()
  return id
}

/** A database and its backup, followed by another funding. */
function withBackup(example: (given: Awaited<ReturnType<typeof backedUp>>) => Promise<unknown>): Promise<unknown> {
  return inFolder(async (folder) => example(await backedUp(folder)))
}

async function backedUp({ database }: Folder) {
  const transaction = await filled(database)
  const file = `${database}-backup`
  await sqlite.inFiles.backUp({ path: database, file, purpose: 'live', say: quietly })
  const store = openSource(database)
  const { ports, account } = await openCore({}, store)
  await fundAccount(ports)({ accountId: account.id, currency: 'UGX', amount: 1, reference: 'after', by: 'amina' })
  await store.close()
  const restore = (who: { by: string; because?: string }, files: StoreFiles = sqlite.inFiles) => {
    const copy = { path: database, file, purpose: 'live', say: quietly } as const
    return restoreBooks({ files, clock: systemClock, secrets: nodeHashing })({ copy, ...who })
  }
  async function lastAction() {
    const store = openSource(database)
    const [action] = (await store.actions.list({ limit: 1 })).actions
    const { broken: verified } = await verifyActions({ books: store.books, secrets: nodeHashing })({})
    await store.close()
    return { ...action, verified, transaction }
  }
  return { database, restore, lastAction }
}
