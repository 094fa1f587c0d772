import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { OutcomeUnknown } from '../../../adapters/postgres/postgres.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import type { Fault } from '../../fixtures/postgres/faultyProxy.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'
import { loseCommit, openFaulty, type Survival, seeded, survive } from './commits.ts'

const whole = (faults: number): Survival => ({ faults, rejected: [], wrong: [], isAuditClean: true })

/** Breaks connections at pieces that match, every time. */
async function breaking(pattern: RegExp, fault: Fault, faults: number): Promise<Survival> {
  const scene = await openFaulty()
  try {
    return await survive(scene, (piece) => (pattern.test(piece) ? fault : undefined), faults)
  } finally {
    await scene.close()
  }
}

describe('PostgreSQL: commits', () => {
  test('a step whose connection breaks before its commit runs again, and is done once', {
    'when it begins': async () => expect(await breaking(/BEGIN/, 'unsent', 4)).to.deep.equal(whole(4)),
    'while it writes': async () => expect(await breaking(/insert fundings/, 'unanswered', 4)).to.deep.equal(whole(4)),
  })

  test('a commit whose answer is lost is neither repeated nor given up before it is known how it ended', {
    'it reached the server': async () =>
      expect(await breaking(/COMMIT(?!TED)/, 'unanswered', 4)).to.deep.equal(whole(4)),
    'it did not': async () => expect(await breaking(/COMMIT(?!TED)/, 'unsent', 4)).to.deep.equal(whole(4)),
    'and the question how it ended is lost, too': async () => {
      const scene = await openFaulty()
      const survival = await survive(scene, (piece) => (/COMMIT(?!TED)|void/.test(piece) ? 'unanswered' : undefined), 5)
      await scene.close()
      expect(survival).to.deep.equal(whole(5))
    },
  })

  test('when the store is closed while a commit is in doubt, its caller is told at once', async () => {
    const { store, proxy, accountIds, close } = await openFaulty()
    const isLost = loseCommit(proxy)
    const error = rejection(fund(store, aFunding(accountIds[0] ?? '')))
    while (!isLost()) await setTimeout(5)
    await store.close()
    expect(await error).to.be.instanceOf(OutcomeUnknown)
    await close()
  })

  test('wherever connections break, every acknowledged step is there once', async () => {
    const scene = await openFaulty()
    const random = seeded(1)
    const faults: readonly Fault[] = ['unsent', 'unanswered']
    const survival = await survive(scene, () => (random() < 0.04 ? faults[Math.floor(random() * 2)] : undefined), 12)
    await scene.close()
    expect(survival).to.deep.equal(whole(12))
  })
})
