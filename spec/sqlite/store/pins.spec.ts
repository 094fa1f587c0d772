import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sinon from 'sinon'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { isRefusal, sendMoney } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { test } from '../../rule.ts'

describe('The SQLite store: PINs across a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  after(() => rmSync(folder, { recursive: true }))
  const open = () => openSqliteStore({ path: join(folder, 'live.db'), purpose: 'live', migrate: true })

  test('of 200 wrong PINs, half of them after a restart, only five are compared', async () => {
    let store = open()
    try {
      const { ports, caller, payout } = await openCore({}, { accounts: store.accounts, books: store.books })
      const holder = await caller()
      const matches = sinon.spy(ports.secrets, 'matches')
      const guess = (from: number, count: number) =>
        Promise.all(
          Array.from({ length: count }, (_, index) => {
            const pin = String(from + index)
            return sendMoney({ ...ports, ...store })({ caller: holder, request: { ...payout, reference: pin, pin } })
          }),
        )
      await guess(2000, 3)
      store.close()
      store = open()
      const answers = [...(await guess(3000, 97)), ...(await guess(4000, 100))]
      expect(matches.callCount).to.equal(5)
      const wrong = answers.filter((answer) => isRefusal(answer) && answer.refused === 'invalid_pin')
      expect(wrong).to.have.length(2)
      for (const answer of answers.slice(2)) expect(answer).to.include({ refused: 'pin_locked' })
    } finally {
      store.close()
    }
  })
})
