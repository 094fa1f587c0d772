import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { type Simulator, startSimulator } from '../../adapters/simulator/simulator.ts'
import { until } from '../fixtures/until.ts'
import { inStandingTime } from '../networks/standingTime.ts'
import { test } from '../rule.ts'
import { encrypted, openAirtel } from './airtelCaller.ts'
import { eachNetwork, forBoth, type Network } from './bothNetworks.ts'
import { mtnCaller, openMtn } from './mtnCaller.ts'
import { closeOpened, openReceiver } from './openedSimulator.ts'

describe('Both simulated networks, and MTN: restarts of both', () => {
  let folder: string
  let dataFile: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
    dataFile = join(folder, 'new', 'simulator.jsonl')
  })
  afterEach(async () => {
    await closeOpened()
    rmSync(folder, { recursive: true })
  })

  async function expectKnown({ open }: Network, id: string, executed: number) {
    const { submit, enquire, simulator } = await open({ dataFile })
    expect(simulator.executed()).to.have.length(executed)
    expect(await enquire('payout', id)).to.equal('succeeded')
    expect(await submit('payout', { id })).to.include({ outcome: 'repeated' })
    expect(simulator.executed()).to.have.length(executed)
  }

  test(
    'a network knows the same after a restart',
    forBoth({
      async 'it was killed'(network) {
        killed ??= journalOfKilled()
        const { journal, ids } = await killed
        mkdirSync(dirname(dataFile))
        writeFileSync(dataFile, journal)
        await expectKnown(network, ids.get(network) ?? '', 2)
      },
      async 'it was closed'(network) {
        const { submit, ended, simulator } = await network.open({ dataFile })
        const { id } = await submit('payout')
        await ended('payout', id)
        await simulator.close()
        await expectKnown(network, id, 1)
      },
    }),
  )

  test('a pending payment ends after the restart and has its callback', {
    'MTN, at its own URL': () =>
      inStandingTime(async ({ pass }) => {
        const receiver = await openReceiver()
        const before = await openMtn({ dataFile })
        const headers = { 'x-callback-url': receiver.url }
        const { reference } = await before.submit('collection', { headers })
        await before.simulator.close()
        const { ended, simulator } = await openMtn({ dataFile })
        pass(20)
        expect(await ended('collection', reference)).to.include({ status: 'SUCCESSFUL' })
        expect(simulator.executed()).to.have.length(1)
        await until(() => receiver.calls.length === 1)
      }),
    'Airtel, at the new URL': () =>
      inStandingTime(async ({ pass }) => {
        const [old, receiver] = [await openReceiver(), await openReceiver()]
        const before = await openAirtel({ dataFile, airtelCallbackUrl: old.url })
        const { id } = await before.submit('collection')
        await before.simulator.close()
        const { ended, simulator } = await openAirtel({ dataFile, airtelCallbackUrl: receiver.url })
        pass(20)
        expect((await ended('collection', id)).data.transaction.status).to.equal('TS')
        await until(() => receiver.calls.length === 1)
        expect(old.calls).to.deep.equal([])
        expect(simulator.executed()).to.have.length(1)
      }),
  })

  test('the credentials are the same after a restart on the same file', {
    async MTN() {
      const before = await openMtn({ dataFile })
      await before.simulator.close()
      const { simulator } = await openMtn({ dataFile })
      expect({ ...simulator.mtn, baseUrl: '' }).to.deep.equal({ ...before.simulator.mtn, baseUrl: '' })
    },
    async 'Airtel, with the public key'() {
      const before = await openAirtel({ dataFile })
      await before.simulator.close()
      const [line = ''] = readFileSync(dataFile, 'utf8').split('\n')
      expect(Object.keys(JSON.parse(line))).to.deep.equal(['airtelKey'])
      const { submit, simulator } = await openAirtel({ dataFile })
      const { baseUrl: _, callBackAt: __, ...same } = before.simulator.airtel
      expect(simulator.airtel).to.deep.include(same)
      expect((await submit('payout', { pin: encrypted(before.simulator.airtel) })).body.status.success).to.equal(true)
      expect(readFileSync(dataFile, 'utf8').match(/airtelKey/g)).to.have.length(1)
    },
  })

  test(
    'requests that were answered with 503 stay counted after a restart',
    forBoth(async ({ open }) => {
      const before = await open({ dataFile })
      const { id } = await before.submit('collection', { digits: '990478' })
      await before.simulator.close()
      const { enquire } = await open({ dataFile })
      for (const state of ['busy', 'unknown']) expect(await enquire('collection', id)).to.equal(state)
    }),
  )

  test('the networks share only a file: each has ids of its own', async () => {
    const { submit, simulator } = await openAirtel({ dataFile })
    const reference = '6f3b8e52-8d3c-4f5a-9c1e-2b7a4d9e0f11'
    await mtnCaller(simulator.mtn).submit('disbursement', { reference, phoneNumber: '256770990472' })
    await submit('payout', { id: reference.replaceAll('-', '') })
    await simulator.close()
    const after = await openAirtel({ dataFile })
    expect(after.simulator.executed().map(({ network }) => network)).to.deep.equal(['MTN', 'AIRTEL'])
    expect((await after.enquire('payout', reference)).body.status.response_code).to.equal('DP00900001015')
    const { enquire } = mtnCaller(after.simulator.mtn)
    expect((await enquire('disbursement', reference)).body).to.include({ status: 'SUCCESSFUL' })
  })

  test('an incomplete last line is ignored, and nothing is appended to it', async () => {
    const before = await openMtn({ dataFile })
    await before.submit('disbursement', { phoneNumber: '256770990472' })
    await before.simulator.close()
    appendFileSync(dataFile, '{"payment":{"network":"MTN","kind":"pay')
    const torn = await openMtn({ dataFile })
    await torn.submit('disbursement', { phoneNumber: '256770990472' })
    await torn.simulator.close()
    const { simulator } = await openMtn({ dataFile })
    expect(simulator.executed()).to.have.length(2)
    expect(readFileSync(dataFile, 'utf8')).to.not.include('"kind":"pay{')
  })

  test('a payment has a receipt number of its own, also after a restart', async () => {
    const before = await openMtn({ dataFile })
    const first = await before.submit('disbursement', { phoneNumber: '256770990472' })
    await before.simulator.close()
    const { submit, enquire } = await openMtn({ dataFile })
    const second = await submit('disbursement', { phoneNumber: '256770990472' })
    const numbers = [first, second].map(async ({ reference }) => (await enquire('disbursement', reference)).body)
    const [one, two] = await Promise.all(numbers)
    expect(one.financialTransactionId).to.not.equal(two.financialTransactionId)
  })

  test('a closed simulator pays nothing more', () =>
    inStandingTime(async ({ pass }) => {
      const { submit, simulator } = await openMtn({ dataFile })
      await submit('disbursement')
      await simulator.close()
      const written = readFileSync(dataFile, 'utf8')
      pass(20)
      expect(simulator.executed()).to.deep.equal([])
      expect(readFileSync(dataFile, 'utf8')).to.equal(written)
    }))

  test('a simulator with a used port does not start', async () => {
    const { simulator } = await openMtn()
    const failed = await startSimulator({ port: Number(new URL(simulator.url).port) }).catch((error) => error)
    expect(failed).to.include({ code: 'EADDRINUSE' })
  })
})

type Killed = { readonly journal: string; readonly ids: ReadonlyMap<Network, string> }

/** The file of a simulator of both networks after its process is killed with SIGKILL after a payout of each. */
let killed: Promise<Killed> | undefined

async function journalOfKilled(): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
  const dataFile = join(folder, 'new', 'simulator.jsonl')
  const ids = new Map<Network, string>()
  const module = new URL('../../adapters/simulator/simulator.ts', import.meta.url)
  const code = `import { startSimulator } from ${JSON.stringify(module.href)}
    const { mtn, airtel } = await startSimulator({ dataFile: ${JSON.stringify(dataFile)} })
    console.log(JSON.stringify({ mtn, airtel }))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = await once(child.stdout, 'data')
    const access: Pick<Simulator, 'mtn' | 'airtel'> = JSON.parse(String(line))
    for (const network of eachNetwork) {
      ids.set(network, (await network.clientOf(access).submit('payout', { digits: '990472' })).id)
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  const journal = readFileSync(dataFile, 'utf8')
  rmSync(folder, { recursive: true })
  return { journal, ids }
}
