import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { OutcomeUnknown } from '../../../adapters/postgres/postgres.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import type { Fault } from '../../fixtures/postgres/faultyProxy.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { breakAtRandom, loseCommit, openFaulty, type Survival, survive } from './commits.ts'

/** Breaks connections at pieces that match, every time; nothing is lost, and nothing done twice. */
const survives = (pattern: RegExp, fault: Fault, faults: number) => async () =>
  expect(await survive((piece) => (pattern.test(piece) ? fault : undefined), faults)).to.deep.equal(whole(faults))

const whole = (faults: number): Survival => ({ faults, rejected: [], wrong: [], isAuditClean: true })

const some = times({ night: 4, day: 2 })

describe('PostgreSQL: commits', () => {
  test('a step whose connection breaks before its commit runs again, and is done once', {
    'when it begins': survives(/BEGIN/, 'unsent', some),
    'while it writes': survives(/insert fundings/, 'unanswered', some),
  })

  test('a commit with a lost answer is neither repeated nor given up before its outcome is known', {
    'it reached the server': survives(/COMMIT(?!TED)/, 'unanswered', some),
    'it did not': survives(/COMMIT(?!TED)/, 'unsent', some),
    'and the question about its outcome is lost, too': survives(/COMMIT(?!TED)|void/, 'unanswered', 1 + some),
  })

  test('when the store is closed while a commit is in doubt, its caller gets an error at once', async () => {
    const { store, proxy, accountIds, close } = await openFaulty()
    const isLost = loseCommit(proxy)
    const error = rejection(fund(store, aFunding(accountIds[0] ?? '')))
    while (!isLost()) await setTimeout(5)
    await store.close()
    expect(await error).to.be.instanceOf(OutcomeUnknown)
    await close()
  })

  test('wherever connections break, every acknowledged step is there once', async () => {
    const many = times({ night: 12, day: 6 })
    expect(await breakAtRandom(1, ['unsent', 'unanswered'], many)).to.deep.equal(whole(many))
  })
})
