import Database from 'better-sqlite3'
import { expect } from 'chai'
import type { Trouble } from '../../../adapters/sqlite/store/health.ts'
import { storeHealth, troubleOf } from '../../../adapters/sqlite/store/health.ts'
import { UnusableDatabase } from '../../../adapters/sqlite/unusableDatabase.ts'
import { rule } from '../../rule.ts'

const sqliteError = (code: string) => new Database.SqliteError('it broke', code)

/** A health whose probe does as the test says, and what it told and was asked. */
function scene(freshMs: number) {
  const told: (Trouble | undefined)[] = []
  const probed: boolean[] = []
  let probe = async () => undefined as unknown
  const health = storeHealth({
    freshMs,
    onTrouble: (trouble) => told.push(trouble),
    probe(inTrouble) {
      probed.push(inTrouble)
      return probe()
    },
  })
  return {
    ...health,
    told: () => told.map((trouble) => trouble && (trouble.isLasting ? 'lasting' : 'passing')),
    probed,
    become(next: typeof probe) {
      probe = next
    },
  }
}

const broken = (code: string) => async () => {
  throw sqliteError(code)
}

function readDamage() {
  throw sqliteError('SQLITE_CORRUPT')
}

describe('43 Disk and clock: what a store knows of its disk', () => {
  rule(
    '43.9',
    'a disk that is full or refuses is trouble for a while, damage lasts, and a refused statement is neither',
    {
      'for a while': () => {
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
    },
  )

  rule(
    '43.10',
    'trouble is told once, and ends by a probe alone: where a small write goes through, a payment may not',
    async () => {
      const { heed, written, isReady, isTroubled, become, told, probed } = scene(0)
      expect(await isReady()).to.equal(true)
      become(broken('SQLITE_FULL'))
      heed(sqliteError('SQLITE_FULL'))
      heed(sqliteError('SQLITE_IOERR_WRITE'))
      written()
      expect([isTroubled(), await isReady(), await isReady()]).to.deep.equal([true, false, false])
      expect(told()).to.deep.equal(['passing'])
      become(async () => undefined)
      expect([await isReady(), isTroubled()]).to.deep.equal([true, false])
      expect(told()).to.deep.equal(['passing', undefined])
      expect(probed).to.deep.equal([false, true, true, true])
    },
  )

  rule('43.11', 'trouble is found by the probe as well, and by a read; after damage nothing is probed any more', {
    async 'a probe, and then a read'() {
      const { isReady, become, told, watched, probed } = scene(0)
      become(broken('SQLITE_FULL'))
      expect(await isReady()).to.equal(false)
      expect(() => watched(readDamage)).to.throw('it broke')
      become(async () => undefined)
      expect([await isReady(), await isReady()]).to.deep.equal([false, false])
      expect(told()).to.deep.equal(['passing', 'lasting'])
      expect(probed.length).to.equal(1)
    },
    async 'a read during a probe that goes well'() {
      const { isReady, become, watched, told } = scene(0)
      become(async () => expect(() => watched(readDamage)).to.throw('it broke'))
      expect([await isReady(), await isReady()]).to.deep.equal([false, false])
      expect(told()).to.deep.equal(['lasting'])
    },
  })

  rule('43.12', 'the disk is not probed more than it takes', {
    'many who ask at once make one probe, and who asks soon after none': async () => {
      const { isReady, probed } = scene(60_000)
      expect(await Promise.all([isReady(), isReady(), isReady()])).to.deep.equal([true, true, true])
      expect([await isReady(), probed.length]).to.deep.equal([true, 1])
    },
    'a write that is on the disk takes its place': async () => {
      const { isReady, written, probed } = scene(60_000)
      written()
      expect([await isReady(), probed.length]).to.deep.equal([true, 0])
    },
    'one that waits for a lock is waited for a while, and is a good sign': async () => {
      const { isReady, become } = scene(0)
      become(() => new Promise(() => undefined))
      expect(await isReady()).to.equal(true)
    },
  })
})
