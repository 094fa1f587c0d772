import { expect } from 'chai'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

describe('The SQLite store: people', () => {
  test('later attempts delete expired ones', () =>
    inFolder(async ({ database }) => {
      const store = openSqliteStore({ path: database, purpose: 'sandbox', migrate: true })
      const attempt = (key: string, nowMs: number) =>
        store.people.countAttempt({ counts: [{ key, most: 9 }], withinMs: 100, nowMs })
      for (let n = 0; n < 20; n += 1) await attempt(`key ${n}`, 1_000)
      await attempt('key 3', 1_300)
      await attempt('another', 1_300)
      await store.close()
      const opened = openDatabase({ path: database, purpose: 'sandbox', migrate: false, flushes: 'each' })
      const keys = opened.prepare<[], string>('SELECT key FROM sign_in_attempts ORDER BY key').pluck().all()
      opened.close()
      expect(keys).to.deep.equal(['another', 'key 3'])
    }))

  test('later invitations delete those of a day ago', () =>
    inFolder(async ({ database }) => {
      const store = openSqliteStore({ path: database, purpose: 'sandbox', migrate: true })
      const by = { invitedBy: 'okello', makerId: null }
      const of = { accountId: null, role: 'administrator', userId: null, usedAtMs: null, ...by } as const
      const invite = (digest: string, createdAtMs: number) => {
        const invitation = { ...of, digest, createdAtMs, expiresAtMs: createdAtMs + 1 }
        const given = { accountId: null, makerId: null, nowMs: createdAtMs }
        return store.people.invite(given, () => ({ value: 0, invited: { invitation, ended: [] } }))
      }
      const dayMs = 24 * 3_600_000
      await invite('first', 1_000)
      await invite('second', 1_001 + dayMs)
      expect((await store.people.invitation('first'))?.digest).to.equal('first')
      await invite('third', 1_002 + dayMs)
      expect(await store.people.invitation('first')).to.equal(undefined)
      expect((await store.people.invitation('second'))?.digest).to.equal('second')
      await store.close()
    }))
})
