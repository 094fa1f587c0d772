import { expect } from 'chai'
import { OutcomeUnknown } from '../../../adapters/postgres/postgres.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import type { Fault } from '../../fixtures/postgres/faultyProxy.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'
import { loseCommit, openFaulty, seeded, survive } from './commits.ts'

/** Breaks connections at random pieces. */
async function breakingAtRandom(seed: number, faults: readonly Fault[], count: number) {
  const scene = await openFaulty()
  const random = seeded(seed)
  const fault = () => (random() < 0.04 ? faults[Math.floor(random() * faults.length)] : undefined)
  try {
    return await survive(scene, fault, count)
  } finally {
    await scene.close()
  }
}

describe('PostgreSQL: commits, at length', function () {
  this.timeout(300_000)

  test('after three hundred broken connections every acknowledged step is there once', async () => {
    const survival = await breakingAtRandom(2, ['unsent', 'unanswered'], 300)
    expect(survival).to.deep.equal({ faults: 300, rejected: [], wrong: [], isAuditClean: true })
  })

  test('so it is when servers fall silent, which is noticed without a reset', async () => {
    const survival = await breakingAtRandom(3, ['silent', 'unanswered'], 12)
    expect(survival).to.deep.equal({ faults: 12, rejected: [], wrong: [], isAuditClean: true })
  })

  test('when the database is not back in time, the caller is told that the outcome is unknown', async () => {
    const { store, proxy, accountIds, close } = await openFaulty()
    loseCommit(proxy)
    const funding = aFunding(accountIds[0] ?? '')
    const error = await rejection(fund(store, funding))
    proxy.failWhen(() => undefined)
    const { fundings } = await store.books.fundings({ limit: 100 })
    await close()
    expect(error).to.be.instanceOf(OutcomeUnknown)
    expect(fundings.filter(({ reference }) => reference === funding.reference)).to.have.length(1)
  })
})
