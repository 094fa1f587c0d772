import { expect } from 'chai'
import { memoryProvider } from '../../../adapters/memory/memory.ts'
import { uuids } from '../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../adapters/postgres/store/postgresStore.ts'
import { collectThroughLink, isRefusal, noRiskLimits, uganda } from '../../../core/sente.ts'
import { aLink } from '../../contracts/212-payment-links/paymentLinks.ts'
import { manualClock } from '../../contracts/kit/manualClock.ts'
import { openMerchant, testSecrets } from '../../contracts/kit/merchant.ts'
import { makeBooks } from '../../fixtures/postgres/postgres.ts'
import { test } from '../../rule.ts'

describe('PostgreSQL: a payment link on two nodes', () => {
  test('of 200 payments at once, half on each node, exactly as many are opened as the link allows', async () => {
    const { path, drop } = await makeBooks()
    const open = () => openPostgresStore({ path, purpose: 'sandbox', migrate: true, clock: 'caller' })
    const nodes = [await open(), await open()]
    try {
      const network = memoryProvider()
      network.behaves('accepts')
      const other = { clock: manualClock(), ids: uuids, secrets: testSecrets, market: uganda, riskLimits: noRiskLimits }
      const ports = nodes.map((store) => ({ ...store, ...other, providerFor: () => network }))
      const [first] = ports
      if (!first) throw new Error('there is no node')
      const { account } = await openMerchant(first)
      const link = await first.paymentLinks.add(aLink(account.id, { uses: 7 }))
      const collects = ports.map(collectThroughLink)
      const caller = { account, keyId: '', keyDigest: '' }
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const phoneNumber = `25677${1_000_000 + n}`
          const request = { link, amount: 5_000, reference: `r-${n}`, phoneNumber, network: 'MTN' }
          const answer = await collects[n % 2]?.({ caller, request })
          if (!answer || isRefusal(answer)) return answer?.refused
          await answer.outcome
          return 'opened'
        }),
      )
      expect(answers.filter((answer) => answer === 'opened')).to.have.length(7)
      expect([...new Set(answers)].sort()).to.deep.equal(['link_is_over', 'opened'])
      expect((await first.paymentLinks.uses(link.id)).used).to.equal(7)
    } finally {
      for (const store of nodes) await store.close()
      await drop()
    }
  })
})
