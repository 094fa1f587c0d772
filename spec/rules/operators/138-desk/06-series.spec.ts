import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { daysIn } from '../../../../adapters/cli/money/closeDay/series.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { listCloses, type Snapshot, type Store } from '../../../../core/sente.ts'
import { makeBooks } from '../../../fixtures/postgres/postgres.ts'
import { program } from '../../../fixtures/processes.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { withKey } from '../120-reconciliation/closing.ts'

type Given = Parameters<Parameters<typeof withKey>[0]>[0]

const [first, second, third] = ['2026-01-02', '2026-01-03', '2026-01-04'] as const

/** Closes a day into another folder, and the code of its refusal. */
const into = (given: Given, folder: string, day: string, ...more: string[]) =>
  given.json('close-day', day, '--into', folder, '--key', given.key, ...more)

/** The recorded closes with their places, latest first. */
async function recorded({ ports }: Pick<Given, 'ports'>): Promise<readonly string[]> {
  const { closes } = await listCloses(ports)({ limit: 9 })
  return closes.map(({ day, place }) => `${day} ${place}`)
}

describe('138 Reconciliation at the desk: one series of closes', () => {
  rule('138.26', 'a day is closed only into the folder that has the last recorded close', {
    'not into another folder': () =>
      withKey(async (given) => {
        const { digest } = (await given.close(first)).json
        const other = `${given.folder}-2`
        const isRead = during(given, async () => {})
        for (const day of [first, second, 'yesterday']) {
          const { code, json } = await into(given, other, day)
          expect([code, json.error.code]).to.deep.equal([1, 'closed_elsewhere'])
          expect(json.error.message).to.include(
            `The last recorded close is of ${first} with digest ${digest}, which is not in ${other}`,
          )
        }
        expect([isRead(), readdirSync(other)]).to.deep.equal([false, []])
        expect(await recorded(given)).to.deep.equal([`${first} first`])
      }),
    'not into a folder that lacks the last closes, or has another one': () =>
      withKey(async (given) => {
        for (const day of [first, second]) await given.close(day)
        const aside = `${given.folder}.aside`
        renameSync(join(given.folder, `${second}.close`), aside)
        expect((await given.close(third)).json.error.code).to.equal('closed_elsewhere')
        writeFileSync(join(given.folder, `${second}.close`), 'another')
        expect((await given.close(third)).json.error.code).to.equal('closed_elsewhere')
        renameSync(aside, join(given.folder, `${second}.close`))
        expect((await given.close(third)).code).to.equal(0)
      }),
  })

  rule('138.27', 'a series begins in an empty folder on request, and then the old folder is not continued', () =>
    withKey(async (given) => {
      await given.close(first)
      const other = `${given.folder}-2`
      expect((await given.close(second, '--new-series')).json.before).to.be.a('string')
      const { code, json } = await into(given, other, third, '--new-series')
      expect([code, json.before]).to.deep.equal([0, null])
      expect(await recorded(given)).to.deep.equal([`${third} begins_again`, `${second} follows`, `${first} first`])
      for (const more of [[], ['--new-series']])
        expect((await given.close(third, ...more)).json.error.code).to.equal('closed_elsewhere')
      expect(readdirSync(given.folder)).to.deep.equal([`${first}.close`, `${second}.close`])
      expect((await into(given, other, 'yesterday')).code).to.equal(0)
    }),
  )

  rule('138.28', 'closes that the record lacks are recorded by the next close, each in its turn', {
    'when a command ended before it recorded its close, or the books were restored': () =>
      withKey(async (given) => {
        await given.close(first)
        const { actions } = given.ports
        const { write } = actions
        Object.assign(actions, { write: () => Promise.reject(new Error('the disk is full')) })
        const { code, json } = await given.close(second)
        Object.assign(actions, { write })
        expect([code, json.not_recorded]).to.deep.equal([0, 'the disk is full'])
        expect(await recorded(given)).to.deep.equal([`${first} first`])
        expect((await given.close(second)).json.already).to.equal(true)
        expect(await recorded(given)).to.deep.equal([`${second} follows`, `${first} first`])
        expect((await given.close(third)).code).to.equal(0)
        expect(await recorded(given)).to.deep.equal([`${third} follows`, `${second} follows`, `${first} first`])
      }),
    'but not one that was changed': () =>
      withKey(async (given) => {
        const { write } = given.ports.actions
        Object.assign(given.ports.actions, { write: () => Promise.reject(new Error('the disk is full')) })
        await given.close(first)
        Object.assign(given.ports.actions, { write })
        writeFileSync(join(given.folder, `${first}.close`), 'changed')
        expect((await given.close(second)).json.error.code).to.equal('close_changed')
        expect(await recorded(given)).to.deep.equal([])
      }),
  })

  rule('138.29', 'of two simultaneous closes of a day exactly one stands', {
    'if both have found the same last close': () =>
      withKey(async (given) => {
        const other = `${given.folder}-2`
        during(given, async () => {
          given.clock.forwardMs(1)
          expect((await into(given, other, first)).code).to.equal(0)
        })
        const { code, json } = await given.close(first)
        expect([code, json.error.code]).to.deep.equal([1, 'closed_elsewhere'])
        expect(readdirSync(given.folder)).to.deep.equal([])
        expect(readdirSync(other)).to.deep.equal([`${first}.close`])
        expect(await recorded(given)).to.deep.equal([`${first} first`])
      }),
    'and into the same folder both find the one that stands': () =>
      withKey(async (given) => {
        let digest = ''
        during(given, async () => {
          given.clock.forwardMs(1)
          digest = (await given.close(first)).json.digest
        })
        expect((await given.close(first)).json).to.include({ already: true, digest })
        expect(await recorded(given)).to.deep.equal([`${first} first`])
        expect((await given.verify((await given.close(first)).json.public_key)).json.ok).to.equal(true)
      }),
    'and no one reads a part of a close': () =>
      withKey(async (given) => {
        let digest = ''
        await whileWriting(
          async () => {
            expect(daysIn(given.folder)).to.deep.equal([])
            given.clock.forwardMs(1)
            digest = (await given.close(first)).json.digest
          },
          async () => expect((await given.close(first)).json).to.include({ already: true, digest }),
        )
        expect(readdirSync(given.folder)).to.deep.equal([`${first}.close`])
        expect(await recorded(given)).to.deep.equal([`${first} first`])
      }),
    'as two processes': () => inFolder(twoProcesses),
    'as two nodes on PostgreSQL, each into its own folder': async () => {
      const { path, drop } = await makeBooks()
      const nodes = await Promise.all([1, 2].map(() => openPostgresStore({ path, purpose: 'sandbox', migrate: false })))
      const [one, other] = nodes as [Store, Store]
      const onNode = (node: Store, example: (given: Given) => Promise<void>) =>
        withKey(example, undefined, undefined, { ...node, close() {} })
      try {
        await onNode(one, (given) =>
          onNode(other, async (far) => {
            beforeWriting(given, async () => expect((await into(far, far.folder, first)).code).to.equal(0))
            const { code, json } = await given.close(first)
            expect([code, json.error.code]).to.deep.equal([1, 'closed_elsewhere'])
            expect([readdirSync(given.folder), readdirSync(far.folder)]).to.deep.equal([[], [`${first}.close`]])
            expect(await recorded({ ...given, ports: { ...given.ports, ...one } })).to.deep.equal([`${first} first`])
          }),
        )
      } finally {
        for (const { close } of nodes) await close()
        await drop()
      }
    },
    'and another action meanwhile does not matter': () =>
      withKey(async (given) => {
        const isDone = during(given, () => given.sente('account', 'set', given.id, '--api-access', 'off'))
        expect([(await given.close(first)).code, isDone()]).to.deep.equal([0, true])
        expect(await recorded(given)).to.deep.equal([`${first} first`])
      }),
  })
})

/** Does something else during the next close, when it has read the books. Returns whether that was done. */
function during({ store }: Given, meanwhile: () => Promise<unknown>) {
  const { books } = store
  const { act, isDone } = firstTime(meanwhile)
  Object.assign(store, {
    books: {
      ...books,
      async snapshot<T>(read: (snapshot: Snapshot) => Promise<T>) {
        const found = await books.snapshot(read)
        await act()
        return found
      },
    },
  })
  return isDone
}

/** Does something else during the next writing of a file, before it is on the disk. */
async function whileWriting(meanwhile: () => Promise<unknown>, act: () => Promise<unknown>) {
  const any = await open(process.execPath)
  await any.close()
  const handles = Object.getPrototypeOf(any) as FileHandle
  const { sync } = handles
  handles.sync = async function (this: FileHandle) {
    handles.sync = sync
    await meanwhile()
    return this.sync()
  }
  try {
    await act()
    expect(handles.sync).to.equal(sync)
  } finally {
    handles.sync = sync
  }
}

/** Does something else when a close was found to be the next one, just before it is recorded. */
function beforeWriting({ store }: Given, meanwhile: () => Promise<unknown>) {
  const { actions } = store
  const { act } = firstTime(meanwhile)
  Object.assign(store, {
    actions: {
      ...actions,
      async write(...given: Parameters<Store['actions']['write']>) {
        await act()
        return actions.write(...given)
      },
    },
  })
}

/** Does something the first time only. */
function firstTime(meanwhile: () => Promise<unknown>) {
  let isDone = false
  return {
    async act() {
      if (isDone) return
      isDone = true
      await meanwhile()
    },
    isDone: () => isDone,
  }
}

async function twoProcesses({ path }: { readonly path: string }) {
  const file = join(path, 'sandbox.db')
  const store = openSqliteStore({ path: file, purpose: 'sandbox', migrate: true })
  try {
    const key = join(path, 'close.pem')
    writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const env = { PATH: process.env.PATH, HOME: path, DATABASE_URL: `sqlite:${file}` }
    const close = (folder: string) =>
      new Promise<{ readonly error?: { readonly code: string }; readonly digest: string }>((resolve) => {
        const command = [program, 'close-day', 'yesterday', '--into', folder, '--key', key, '--json']
        execFile(process.execPath, command, { env }, (_, stdout) => resolve(JSON.parse(stdout)))
      })
    const folders = ['one', 'two'].map((name) => join(path, name))
    const closed = await Promise.all(folders.map(close))
    expect(closed.filter(({ error }) => error).map(({ error }) => error?.code)).to.deep.equal(['closed_elsewhere'])
    const standing = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    expect(standing).to.have.length(1)
    const { closes } = await listCloses(store)({ limit: 9 })
    expect(closes.map(({ digest, file: name }) => [digest, name])).to.deep.equal([
      [closed.find(({ error }) => !error)?.digest, standing[0]],
    ])
    expect(readFileSync(standing[0] ?? '', 'utf8')).to.match(/^sente-close-1\n/)
  } finally {
    await store.close()
  }
}
