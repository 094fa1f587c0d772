import Database from 'better-sqlite3'
import { expect } from 'chai'
import { storeHealth } from '../../../adapters/sql/store/health.ts'
import { troubleOf } from '../../../adapters/sqlite/store/trouble.ts'
import { type Trouble, UnusableDatabase } from '../../../core/sente.ts'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'

const sqliteError = (code: string) => new Database.SqliteError('it broke', code)

/** A store's health with a probe under the test's control, the reported trouble and the probes made. */
function scene(freshMs: number, unanswered?: () => Promise<Error>) {
  const reported: (Trouble | undefined)[] = []
  const probed: boolean[] = []
  let probe = async () => undefined as unknown
  const health = storeHealth({
    ...{ freshMs, probeMs: 20, ...(unanswered && { unanswered }) },
    troubleOf: (error) => (error === silent ? { isLasting: false, stops: 'writes', error: silent } : troubleOf(error)),
    onTrouble: (trouble) => reported.push(trouble),
    probe(inTrouble) {
      probed.push(inTrouble)
      return probe()
    },
  })
  return {
    ...health,
    reported: () => reported.map((trouble) => trouble && (trouble.isLasting ? 'lasting' : 'passing')),
    probed,
    become(next: typeof probe) {
      probe = next
    },
  }
}

const silent = new Error('no answer')

const broken = (code: string) => async () => {
  throw sqliteError(code)
}

function readDamage() {
  throw sqliteError('SQLITE_CORRUPT')
}

describe('Disk and clock: a store’s view of its disk', () => {
  test('a full or failing disk is passing trouble, damage is lasting trouble, and a refused statement is neither', {
    passing: () => {
      for (const code of ['FULL', 'READONLY', 'READONLY_DBMOVED', 'IOERR_WRITE', 'IOERR_SHMSIZE', 'CANTOPEN']) {
        expect(troubleOf(sqliteError(`SQLITE_${code}`))?.isLasting, code).to.equal(false)
      }
    },
    lasting: () => {
      for (const code of ['CORRUPT', 'CORRUPT_INDEX', 'NOTADB', 'IOERR_CORRUPTFS']) {
        expect(troubleOf(sqliteError(`SQLITE_${code}`))?.isLasting, code).to.equal(true)
      }
      expect(troubleOf(new UnusableDatabase('of another version'))?.isLasting).to.equal(true)
    },
    neither: () => {
      for (const code of ['CONSTRAINT_UNIQUE', 'BUSY', 'BUSY_SNAPSHOT', 'ERROR']) {
        expect(troubleOf(sqliteError(`SQLITE_${code}`)), code).to.equal(undefined)
      }
      expect(troubleOf(new Error('SQLITE_FULL'))).to.equal(undefined)
    },
  })

  test('trouble is reported once, and only a probe ends it: a payment may fail where a small write succeeds', async () => {
    const { noteError, written, isReady, isTroubled, become, reported, probed } = scene(0)
    expect(await isReady()).to.equal(true)
    become(broken('SQLITE_FULL'))
    noteError(sqliteError('SQLITE_FULL'))
    noteError(sqliteError('SQLITE_IOERR_WRITE'))
    written()
    expect([isTroubled(), await isReady(), await isReady()]).to.deep.equal([true, false, false])
    expect(reported()).to.deep.equal(['passing'])
    become(async () => undefined)
    expect([await isReady(), isTroubled()]).to.deep.equal([true, false])
    expect(reported()).to.deep.equal(['passing', undefined])
    expect(probed).to.deep.equal([false, true, true, true])
  })

  test('a probe and a read find trouble, too; after damage there are no more probes', {
    async 'a probe, and then a read'() {
      const { isReady, become, reported, watched, probed } = scene(0)
      become(broken('SQLITE_FULL'))
      expect(await isReady()).to.equal(false)
      expect(() => watched(readDamage)).to.throw('it broke')
      become(async () => undefined)
      expect([await isReady(), await isReady()]).to.deep.equal([false, false])
      expect(reported()).to.deep.equal(['passing', 'lasting'])
      expect(probed.length).to.equal(1)
    },
    async 'a read during a probe that succeeds'() {
      const { isReady, become, watched, reported } = scene(0)
      become(async () => expect(() => watched(readDamage)).to.throw('it broke'))
      expect([await isReady(), await isReady()]).to.deep.equal([false, false])
      expect(reported()).to.deep.equal(['lasting'])
    },
  })

  test('the disk is not probed more often than needed', {
    'many questions at once make one probe, and one soon after makes none': async () => {
      const { isReady, probed } = scene(60_000)
      expect(await Promise.all([isReady(), isReady(), isReady()])).to.deep.equal([true, true, true])
      expect([await isReady(), probed.length]).to.deep.equal([true, 1])
    },
    'a write that reached the disk replaces a probe': async () => {
      const { isReady, written, probed } = scene(60_000)
      written()
      expect([await isReady(), probed.length]).to.deep.equal([true, 0])
    },
    'a probe that waits for other work counts as a success after a while': async () => {
      const { isReady, become } = scene(0)
      become(() => new Promise(() => undefined))
      expect(await isReady()).to.equal(true)
    },
  })

  test(
    'a call that takes long begins a probe, and a probe that a server leaves unanswered is trouble until it succeeds',
    {
      'a server that never answers': async () => {
        const { during, become, outage, isReady, reported, probed } = scene(0, async () => silent)
        let answer = () => {}
        become(
          () =>
            new Promise<void>((resolve) => {
              answer = resolve
            }),
        )
        const call = during(new Promise<string>((resolve) => setTimeout(resolve, 1_200, 'done')))
        await until(() => reported().length === 1)
        expect(await isReady()).to.equal(false)
        await until(() => outage() === 'writes')
        expect(await call).to.equal('done')
        become(async () => undefined)
        answer()
        await until(() => outage() === undefined)
        expect([reported(), probed[0]]).to.deep.equal([['passing', undefined], false])
      },
      'an answer that arrives while the reason is sought': async () => {
        const found = withResolvers()
        const { isReady, become, reported } = scene(0, () => found.promise)
        const probing = withResolvers()
        become(() => probing.promise)
        expect(await isReady()).to.equal(false)
        probing.resolve(silent)
        found.resolve(silent)
        expect(await isReady()).to.equal(true)
        expect(reported()).to.deep.equal([])
      },
      'a short call makes none': async () => {
        const { during, probed } = scene(0)
        expect(await during(Promise.resolve('done'))).to.equal('done')
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        expect(probed).to.deep.equal([])
      },
    },
  )
})

function withResolvers() {
  let resolve: (error: Error) => void = () => {}
  const promise = new Promise<Error>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}
