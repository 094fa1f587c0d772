import { expect } from 'chai'
import { OutcomeUnknown } from '../../../adapters/postgres/postgres.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'
import { breakAtRandom, loseCommit, openFaulty } from './commits.ts'

describe('PostgreSQL: commits, at length', () => {
  test('after a hundred broken connections every acknowledged step is there once', async () => {
    const survival = await breakAtRandom(2, ['unsent', 'unanswered'], 100)
    expect(survival).to.deep.equal({ faults: 100, rejected: [], wrong: [], isAuditClean: true })
  })

  test('the same is true when servers fall silent, which is noticed without a reset', async () => {
    const survival = await breakAtRandom(3, ['silent', 'unanswered'], 6)
    expect(survival).to.deep.equal({ faults: 6, rejected: [], wrong: [], isAuditClean: true })
  })

  test('when the database is not back in time, the caller gets the error that the outcome is unknown', async () => {
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
