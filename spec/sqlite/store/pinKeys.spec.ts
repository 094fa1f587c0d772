import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { nodeSecrets } from '../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { countPinKeyUses, isRefusal, sendMoney } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { test } from '../../rule.ts'

const former = nodeSecrets({ pinKeys: { current: 'the former key' } })
const rotated = nodeSecrets({ pinKeys: { current: 'the new key', previous: 'the former key' } })
const renewed = nodeSecrets({ pinKeys: { current: 'the new key' } })

describe('The SQLite store: PIN keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  after(() => rmSync(folder, { recursive: true }))
  const onLost = (error: unknown) => {
    throw error
  }
  const open = () =>
    openSqliteStore({ path: join(folder, 'live.db'), purpose: 'live', migrate: true, serving: { onLost } })

  test('a rotation of PIN keys goes on across restarts, while payouts with right and wrong PINs come at once', async () => {
    let store = open()
    async function restart() {
      await store.close()
      store = open()
    }
    try {
      const { ports, account, caller, payout } = await openCore({}, { ...store, secrets: former })
      const holder = await caller()
      let count = 0
      async function payAtOnce(secrets: typeof former, pins: readonly string[]) {
        const send = sendMoney({ ...ports, ...store, secrets })
        const answers = pins.map(async (pin) => {
          count += 1
          const answer = await send({
            caller: holder,
            request: { ...payout, reference: `pay-${count}`, amount: 500, pin },
          })
          return isRefusal(answer) ? answer.refused : 'opened'
        })
        return Promise.all(answers.map((answer) => answer.catch(() => 'broken')))
      }
      await restart()
      const guesses = Array.from({ length: 100 }, (_, index) => (index % 2 ? '4071' : '9999'))
      expect(await payAtOnce(renewed, guesses)).to.deep.equal(Array(100).fill('broken'))
      await restart()
      expect(await payAtOnce(rotated, ['1111', '2222', '3333', '4444'])).to.deep.equal(Array(4).fill('invalid_pin'))
      expect(await payAtOnce(rotated, Array(100).fill('4071'))).to.deep.equal(Array(100).fill('opened'))
      while ((await countPinKeyUses({ ...store, secrets: rotated })())[0]?.key !== 'current') {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await restart()
      expect(await store.accounts.byId(account.id)).to.have.nested.property('pin.id', account.pin?.id)
      expect(await payAtOnce(renewed, ['9999', '4071'])).to.deep.equal(['invalid_pin', 'opened'])
      expect((await store.books.balances(account.id))[0]).to.include({ availableMinor: 49_500n, heldMinor: 50_500n })
    } finally {
      await store.close()
    }
  })
})
