import { expect } from 'chai'
import { array, assert, asyncProperty, bigInt, boolean, constantFrom, integer, option, record } from 'fast-check'
import { auditBooks, type FeeSchedule, isRefusal, noRiskLimits } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

const tier = record({ flatMinor: bigInt(0n, 500n), percentE4: bigInt(0n, 300_000n) })

const schedules = array(
  record({
    afterMs: integer({ min: -1, max: 20 }),
    kind: constantFrom('payout', 'collection'),
    isOwn: boolean(),
    upToMinor: bigInt(500n, 4_000n),
    lower: tier,
    upper: tier,
    minimumMinor: option(bigInt(0n, 100n)),
    maximumMinor: option(bigInt(100n, 6_000n)),
  }),
  { maxLength: 6 },
)

const acts = array(
  record({
    kind: constantFrom('payout', 'collection'),
    amount: integer({ min: 500, max: 5_000 }),
    end: constantFrom('succeeds', 'declines', 'accepts'),
    pauseMs: integer({ min: 0, max: 4 }),
  }),
  { maxLength: 12 },
)

type Given = typeof schedules extends { generate: (...given: never[]) => { value: infer Value } } ? Value : never

/** The fee of a payment, calculated independently in numbers and fractions of a million. */
function expectedFee(
  given: readonly FeeSchedule[],
  { kind, amount, atMs, accountId }: { kind: string; amount: number; atMs: number; accountId: string },
): number {
  const begun = given.filter((one) => one.kind === kind && one.fromMs <= atMs)
  const newest = (whose: string | null) =>
    begun
      .filter((one) => one.accountId === whose)
      .reduce<FeeSchedule | undefined>(
        (last, one) => (last === undefined || one.fromMs > last.fromMs ? one : last),
        undefined,
      )
  const schedule = newest(accountId) ?? newest(null)
  if (!schedule) return 0
  const found = schedule.tiers.find(({ upToMinor }) => upToMinor === null || amount <= Number(upToMinor))
  const millionths = amount * Number(found?.percentE4)
  const part = Math.floor(millionths / 1_000_000) + (millionths % 1_000_000 >= 500_000 ? 1 : 0)
  const least = Math.max(Number(found?.flatMinor) + part, Number(schedule.minimumMinor ?? 0n))
  const fee = schedule.maximumMinor === null ? least : Math.min(least, Number(schedule.maximumMinor))
  return kind === 'collection' ? Math.min(fee, amount) : fee
}

describe('19 Fees: random histories', () => {
  rule(
    '19.19',
    'in any history merchants pay exactly the fees that the schedules said when their payments were opened, to the smallest unit',
    () =>
      assert(
        asyncProperty(schedules, acts, async (given: Given, history) => {
          const beginMs = manualClock().nowMs()
          const all: FeeSchedule[] = []
          const core = await openCore({}, { fees: { schedules: all, cashOuts: [] }, riskLimits: noRiskLimits })
          for (const { afterMs, isOwn, upToMinor, lower, upper, ...rest } of given) {
            const schedule = {
              ...{ ...rest, currency: 'UGX', network: 'MTN', fromMs: beginMs + afterMs },
              accountId: isOwn ? core.account.id : null,
              tiers: [
                { upToMinor, ...lower },
                { upToMinor: null, ...upper },
              ],
            }
            const isTwice = all.some(
              (one) =>
                one.fromMs === schedule.fromMs && one.kind === schedule.kind && one.accountId === schedule.accountId,
            )
            if (!isTwice) all.push(schedule)
          }
          let [available, held, earned] = [100_000, 0, 0]
          const open: { id: string; amount: number; fee: number; kind: string }[] = []
          for (const [place, { kind, amount, end, pauseMs }] of history.entries()) {
            core.clock.forwardMs(pauseMs)
            core.network.behaves(end)
            const atMs = core.clock.nowMs()
            const fee = expectedFee(all, { kind, amount, atMs, accountId: core.account.id })
            const request = { ...core.payout, reference: `r${place}`, amount }
            const opened = await (kind === 'payout' ? core.send : core.collect)({
              caller: await core.caller(),
              request,
            })
            if (isRefusal(opened)) {
              expect(opened.refused).to.equal('insufficient_balance')
              expect(available).to.be.below(amount + fee)
              continue
            }
            await opened.outcome
            expect(Number(opened.transaction.feeMinor)).to.equal(fee)
            if (end === 'accepts') {
              open.push({ id: opened.transaction.id, amount, fee, kind })
              if (kind === 'payout') [available, held] = [available - amount - fee, held + amount + fee]
            } else if (end === 'succeeds') {
              available += kind === 'payout' ? -amount - fee : amount - fee
              earned += fee
            }
          }
          expect(await core.balance()).to.deep.equal({ available: BigInt(available), held: BigInt(held) })
          core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
          core.clock.forwardMs(15 * 60_000)
          await core.sweep()
          for (const { amount, fee, kind } of open) {
            if (kind === 'collection') available += amount - fee
            earned += fee
          }
          expect(await core.balance()).to.deep.equal({ available: BigInt(available), held: 0n })
          const sums = await core.ports.operatorMoney.merchants()
          expect(sums.reduce((sum, { feesMinor }) => sum + feesMinor, 0n)).to.equal(BigInt(earned))
          // A declined payment is followed up, too, and would then be contradicted.
          const { broken } = await auditBooks(core.ports)()
          expect(broken).to.deep.equal([])
        }),
        { numRuns: 60 },
      ),
  )
})
