import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { until } from '../fixtures/until.ts'
import { inStandingTime } from '../networks/standingTime.ts'
import { test } from '../rule.ts'
import { openMtn } from './mtnCaller.ts'
import { closeOpened } from './openedSimulator.ts'

/** Payouts to the first number are executed at once; collections from the second never end. */
const atOnce = '256770990472'
const neverEnds = '256770990453'

describe('Both simulated networks, and MTN: bounds of both', () => {
  let folder: string
  let dataFile: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
    dataFile = join(folder, 'networks.jsonl')
  })
  afterEach(async () => {
    await closeOpened()
    rmSync(folder, { recursive: true })
  })

  /** Makes this many payouts, one after the other; resolves with their references in order. */
  async function payOuts(mtn: Awaited<ReturnType<typeof openMtn>>, count: number): Promise<string[]> {
    const references: string[] = []
    for (let paid = 0; paid < count; paid += 1) {
      references.push((await mtn.submit('disbursement', { phoneNumber: atOnce })).reference)
    }
    await until(() => mtn.simulator.executed().length > 0)
    return references
  }

  test('the latest of the ended payments are kept, and all open ones', async () => {
    const mtn = await openMtn({ keeping: { ended: 3, endedMs: 0 } })
    const { reference: open } = await mtn.submit('collection', { phoneNumber: neverEnds })
    const references = await payOuts(mtn, 6)
    expect(mtn.simulator.executed().map(({ providerId }) => providerId)).to.deep.equal(references.slice(3))
    expect(await mtn.enquire('disbursement', references[0] ?? '')).to.include({ status: 404 })
    expect((await mtn.enquire('disbursement', references[5] ?? '')).body).to.include({ status: 'SUCCESSFUL' })
    expect((await mtn.enquire('collection', open)).body).to.include({ status: 'PENDING' })
  })

  test('a payment that ended recently is not dropped', async () => {
    const mtn = await openMtn({ keeping: { ended: 1, endedMs: 60_000 } })
    const references = await payOuts(mtn, 5)
    expect(mtn.simulator.executed().map(({ providerId }) => providerId)).to.deep.equal(references)
  })

  test('a hundred phones can be picked up at once: one more puts the oldest down', async () => {
    const { simulator } = await openMtn({ dataFile })
    const numbers = Array.from({ length: 101 }, (_, index) => String(256770000001 + index))
    for (const phoneNumber of numbers) simulator.phones.pickUp(phoneNumber)
    const inHand = numbers.filter((phoneNumber) => simulator.phones.screenOf(phoneNumber)?.isInHand)
    expect(inHand).to.deep.equal(numbers.slice(1))
  })

  test('a journal much larger than its contents is rewritten, and the next process knows as much', async () => {
    const keeping = { ended: 5, endedMs: 0, journalBytes: 8_000 }
    const before = await openMtn({ dataFile, keeping })
    const references = await payOuts(before, 60)
    const journal = readFileSync(dataFile, 'utf8')
    expect(journal)
      .to.include('"airtelKey"')
      .and.have.property('length')
      .below(4 * 8_000)
    expect(statSync(dataFile).mode & 0o777).to.equal(0o600)
    expect(readdirSync(folder)).to.deep.equal(['networks.jsonl'])
    const receipt = (await before.enquire('disbursement', references[59] ?? '')).body.financialTransactionId
    await before.simulator.close()
    const after = await openMtn({ dataFile, keeping })
    expect(after.simulator.executed().map(({ providerId }) => providerId)).to.deep.equal(references.slice(55))

    const [next = ''] = await payOuts(after, 1)
    const { financialTransactionId } = (await after.enquire('disbursement', next)).body
    expect(Number(financialTransactionId)).to.equal(Number(receipt) + 1)
  })

  test('no receipt number is used twice, even when the payment with the last one is dropped', () =>
    inStandingTime(async ({ pass }) => {
      const keeping = { ended: 1, endedMs: 0, journalBytes: 1 }
      const before = await openMtn({ dataFile, keeping })
      const { reference } = await before.submit('collection')
      const [dropped = ''] = await payOuts(before, 1)
      const receipt = (await before.enquire('disbursement', dropped)).body.financialTransactionId
      pass(20)
      expect(await before.ended('collection', reference)).to.include({ status: 'SUCCESSFUL' })
      // A request answered with 503 is in the journal until it is rewritten, and uses no receipt number.
      while (readFileSync(dataFile, 'utf8').includes(dropped))
        await before.submit('disbursement', { phoneNumber: '256770990478' })
      await before.simulator.close()
      const after = await openMtn({ dataFile, keeping })
      const [next = ''] = await payOuts(after, 1)
      const { financialTransactionId } = (await after.enquire('disbursement', next)).body
      expect(Number(financialTransactionId)).to.equal(Number(receipt) + 1)
    }))

  test('a rewrite of the journal that is interrupted leaves the old one whole', async () => {
    const before = await openMtn({ dataFile })
    const references = await payOuts(before, 3)
    await before.simulator.close()
    writeFileSync(`${dataFile}.new`, '{"payment":{"netw')
    const keeping = { ended: 100, endedMs: 0, journalBytes: 100 }
    const after = await openMtn({ dataFile, keeping })
    expect(after.simulator.executed().map(({ providerId }) => providerId)).to.deep.equal(references)
    await payOuts(after, 1)
    expect(readdirSync(folder)).to.deep.equal(['networks.jsonl'])
  })
})
