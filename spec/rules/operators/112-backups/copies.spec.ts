import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { markPath } from '../../../../adapters/sqlite/mark/highWaterMark.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { findQuarantine } from '../../../../core/sente.ts'
import { fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

describe('112 Backups: files that were copied', () => {
  rule(
    '112.13',
    'a server that starts on copied files begins a quarantine, unless a person confirms that they are the books',
    {
      'a copied folder': async () => {
        const { folder, copy } = await served()
        cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
        expect(await whyQuarantined(join(copy, 'books.db'))).to.equal('copied')
        expect(await whyQuarantined(join(copy, 'books.db'))).to.equal('copied')
      },
      'the original beside its copy goes on': async () => {
        const { folder, copy } = await served()
        cpSync(folder, copy, { recursive: true })
        expect(await whyQuarantined(join(copy, 'books.db'))).to.equal('copied')
        expect(await whyQuarantined(join(folder, 'books.db'))).to.equal(undefined)
      },
      'a copy that was confirmed once, and is then served as usual': async () => {
        const { folder, copy } = await served()
        cpSync(folder, copy, { recursive: true })
        expect(await whyQuarantined(join(copy, 'books.db'), { isTheBooks: true })).to.equal(undefined)
        expect(await whyQuarantined(join(copy, 'books.db'))).to.equal(undefined)
      },
      'a copy without payments that the mark knows is quarantined, even if it is confirmed': async () => {
        const { folder, copy } = await served()
        cpSync(folder, copy, { recursive: true })
        changeMark(copy, (mark) => ({ ...mark, commits: mark.commits + 1 }))
        expect(await whyQuarantined(join(copy, 'books.db'), { isTheBooks: true })).to.equal('behind_mark')
      },
    },
  )

  rule('112.14', 'files that were moved on their disk, or that a new container or host name serves, are no copy', {
    'a moved folder': async () => {
      const { folder, copy } = await served()
      renameSync(folder, copy)
      expect(await whyQuarantined(join(copy, 'books.db'))).to.equal(undefined)
    },
    'another host name and path, and no machine id': async () => {
      const { folder } = await served()
      changeMark(folder, (mark) => ({ ...mark, place: { host: 'before', path: '/data/books.db' } }))
      expect(await whyQuarantined(join(folder, 'books.db'))).to.equal(undefined)
    },
    'a disk that numbers its files anew when it is mounted': async () => {
      const { folder } = await served()
      changeMark(folder, ({ file, ...mark }) => ({ ...mark, file: { ...file, inode: '1' } }))
      expect(await whyQuarantined(join(folder, 'books.db'))).to.equal(undefined)
    },
    'a mark of an earlier version': async () => {
      const { folder } = await served()
      changeMark(folder, ({ file: { bornMs: _, ...file }, place: __, ...mark }) => {
        return { ...mark, file: { ...file, inode: '1' } }
      })
      expect(await whyQuarantined(join(folder, 'books.db'))).to.equal(undefined)
    },
  })
})

const onLost = (error: unknown) => {
  throw error
}

const openServed = (path: string, options = {}) =>
  openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving: { onLost, ...options } })

/** The folder of a database that was served, and the path of another one. */
async function served() {
  const { path } = makeFolder()
  const folder = join(path, 'data')
  const store = openServed(join(folder, 'books.db'))
  await fundedAccount(store)
  await store.close()
  return { folder, copy: join(path, 'copy') }
}

/** Serves a database for a moment. */
async function whyQuarantined(path: string, options = {}): Promise<string | undefined> {
  const store = openServed(path, options)
  try {
    return (await findQuarantine(store)())?.why
  } finally {
    await store.close()
  }
}

/** A mark with every part that a server writes. */
type Mark = {
  readonly commits: number
  readonly file: { readonly inode: string; readonly bornMs?: number }
  readonly place?: { readonly host: string; readonly path: string }
}

function changeMark(folder: string, change: (mark: Mark) => Mark): void {
  const path = markPath(join(folder, 'books.db'))
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
}
