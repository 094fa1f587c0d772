import { expect } from 'chai'
import { isFinal } from '../../../../core/sente.ts'
import { crashJournal } from '../../../attacks/crashes/judges/journal.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { reached } from '../../../fixtures/until.ts'
import { isNight, oneOf, times } from '../../../night.ts'
import { booksOnce } from '../../../postgres/nodes/books.ts'
import { type FencePoint, fencePoints } from '../../../postgres/nodes/fence.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { killNodes } from '../../../postgres/nodes/killings.ts'
import { accepted, batchOf, fundedUgx, loadOver, paymentsOf, refundsOf } from '../../../postgres/nodes/load.ts'
import { nodesOfFile } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

/** The points of one history: all at night, and by day two neighbours. */
const pointsOfToday: readonly FencePoint[] = isNight
  ? fencePoints
  : Object.values(
      oneOf({ lock: fencePoints.slice(0, 2), commit: fencePoints.slice(2, 4), loss: fencePoints.slice(4) }),
    ).flat()

describe('116 Several nodes: a killed node', () => {
  const nodes = nodesOfFile({ count: 1, charges: true })
  /** The running nodes, the oldest first. */
  const living: { readonly place: number; readonly url: string }[] = []
  let started = 1
  before(() => void living.push({ place: 0, url: nodes().urls[0] ?? '' }))
  const urls = () => living.map(({ url }) => url)

  async function startOne() {
    const place = started
    started += 1
    living.push({ place, url: await nodes().startOne() })
  }

  async function killOldest() {
    await nodes().kill(living.shift()?.place ?? 0)
  }

  /** Runs this many nodes, with callbacks from the networks. */
  async function nodesAtWork(count: number) {
    while (living.length > count) await killOldest()
    await Promise.all(Array.from({ length: count - living.length }, startOne))
    nodes().relay.callBackTo(urls())
  }

  /** Opens ten payouts at the oldest node, without waiting for the answers. */
  async function tenPayouts(network: string, number: string) {
    const { accountId, ...keys } = await nodes().openAccount(1_000_000)
    const phone_number = `2567${network === 'MTN' ? 7 : 5}0${number}`
    for (let index = 0; index < 10; index += 1)
      pay({ url: urls()[0] ?? '' }, keys, { reference: `order-${index}`, amount: 1_000, network, phone_number }).catch(
        () => undefined,
      )
    return accountId
  }

  /** Waits until the payouts have succeeded; then none was sent twice, and the books are in order. */
  async function haveSucceeded(accountId: string) {
    const { audit, transactions, balances } = await booksOnce(nodes().path, [accountId], ({ transactions }) =>
      transactions.every(({ state }) => isFinal(state)),
    )
    expect(audit.broken).to.deep.equal([])
    expect(transactions.map(({ state }) => state)).to.deep.equal(Array(10).fill('succeeded'))
    expect(balances[0]).to.include({ availableMinor: 989_870n, heldMinor: 0n })
    const { submissions } = nodes().relay
    expect(transactions.map(({ providerId }) => submissions.get(providerId))).to.deep.equal(Array(10).fill(1))
    return transactions
  }

  /** The payments that the networks have already, so that they are not judged again. */
  const earlier = () => new Set(crashJournal(nodes().networksFile).read().keys())

  rule('116.7', 'when a node is killed, the others end the payments that it left open, and nothing is sent twice', {
    'it was submitting payments': async () => {
      await nodesAtWork(3)
      const before = nodes().relay.submissions.size
      const submitted = nodes().relay.submitted(10)
      // The network executes them at once, and does not answer for a while.
      const accountId = await tenPayouts('AIRTEL', '990474')
      await submitted
      await killOldest()
      await haveSucceeded(accountId)
      expect(nodes().relay.submissions.size - before).to.equal(10)
    },
    'it was asking about payments': async () => {
      await nodesAtWork(1)
      const { relay } = nodes()
      const [before, asked] = [relay.submissions.size, relay.enquiries.size]
      relay.slowEnquiriesBy(10_000)
      const accountId = await tenPayouts('MTN', '990477')
      await reached('the network is asked about all payouts', () => relay.enquiries.size - asked === 10)
      await Promise.all([startOne(), startOne()])
      await killOldest()
      relay.slowEnquiriesBy(0)
      for (const { providerId } of await haveSucceeded(accountId))
        expect(relay.enquiries.get(providerId)).to.be.at.least(2)
      expect(relay.submissions.size - before).to.equal(10)
    },
    'it was under load': async () => {
      await nodesAtWork(3)
      const count = times({ night: 400, day: 150 })
      const merchant = await nodes().openAccount(fundedUgx)
      const [sale] = paymentsOf(merchant, 1, 9_023)
      if (!sale) throw new Error('nothing is sold')
      const before = earlier()
      await loadOver(urls(), [sale])
      await booksOnce(nodes().path, [merchant.accountId], ({ transactions }) =>
        transactions.every(({ state }) => isFinal(state)),
      )
      // The refunds at all nodes at once exceed the payment.
      const refunds = refundsOf(sale, 30)
      const nextRefund = (index: number) => (index % 5 === 0 ? refunds.slice(index / 5, index / 5 + 1) : [])
      const payments = [sale, ...paymentsOf(merchant, count).flatMap((one, index) => [one, ...nextRefund(index)])]
      const load = loadOver(urls(), payments.slice(1))
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      await reached('a quarter is answered', () => answered() >= count / 4)
      await killOldest()
      await load
      expect(payments.filter(({ times }) => times > 1)).not.to.deep.equal([])
      expect(await judgeOf(nodes(), payments, [], before).inTheEnd()).to.deep.equal([])
      const codes = new Set(refunds.map(({ known }) => ('code' in known ? known.code : known.is)))
      expect([...codes]).to.include.members(['accepted', 'refund_exceeds_collection'])
    },
    'it was paying a batch': async () => {
      await nodesAtWork(1)
      const [before, { relay }] = [earlier(), nodes()]
      const sentBefore = relay.submissions.size
      const batch = batchOf(await nodes().openAccount(fundedUgx), times({ night: 300, day: 100 }))
      const begun = relay.submitted(batch.lines.length / 5)
      await accepted(urls()[0] ?? '', batch)
      await begun
      await killOldest()
      expect(relay.submissions.size - sentBefore).to.be.below(batch.lines.length)
      await nodesAtWork(2)
      expect(await judgeOf(nodes(), [], [batch], before).inTheEnd()).to.deep.equal([])
    },
    'it was at any point of a commit': async () => {
      const killings = pointsOfToday.map((point, index) => ({ node: index % 3, point, nth: 3 * index + 2 }))
      const { points, problems, operations } = await killNodes(killings)
      expect({ points, problems }).to.deep.equal({ points: pointsOfToday, problems: [] })
      for (const operation of ['link', 'refund'] as const)
        expect(operations.get(operation)?.executed, operation).to.be.greaterThan(0)
    },
  })
})
