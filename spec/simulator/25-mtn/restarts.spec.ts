import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type Simulator, startSimulator } from '../../../adapters/simulator/simulator.ts'
import { rule } from '../../rule.ts'
import { mtnCaller, openMtn } from '../mtnCaller.ts'
import { closeOpened, openReceiver, until } from '../openedSimulator.ts'

describe('25 The simulated MTN: restarts', () => {
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

  rule('25.28', 'what a network knew when its process was killed it knows in the next one', async () => {
    const { reference } = await withSimulatorToKill(dataFile, (mtn) =>
      mtnCaller(mtn).submit('disbursement', { phoneNumber: '256770990472' }),
    )
    const { submit, enquire, simulator } = await openMtn({ dataFile })
    expect(simulator.executed()).to.have.length(1)
    expect((await enquire('disbursement', reference)).body).to.include({ status: 'SUCCESSFUL' })
    expect(await submit('disbursement', { reference })).to.include({ status: 409 })
    expect(simulator.executed()).to.have.length(1)
  })

  rule('25.29', 'a payment that was pending ends after the restart and is called back', async () => {
    const receiver = await openReceiver()
    const before = await openMtn({ dataFile, approvalMs: 300 })
    const headers = { 'x-callback-url': receiver.url }
    const { reference } = await before.submit('collection', { headers })
    await before.simulator.close()
    const { ended, simulator } = await openMtn({ dataFile })
    expect(await ended('collection', reference)).to.include({ status: 'SUCCESSFUL' })
    expect(simulator.executed()).to.have.length(1)
    await until(() => receiver.calls.length === 1)
  })

  rule('25.30', 'a last line that was torn is ignored, and nothing is glued to it', async () => {
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

  rule('25.31', 'attempts that were turned away stay counted', async () => {
    const before = await openMtn({ dataFile })
    const { reference } = await before.submit('collection', { phoneNumber: '256770990478' })
    await before.simulator.close()
    const { enquire } = await openMtn({ dataFile })
    for (const status of [503, 404]) expect(await enquire('collection', reference)).to.include({ status })
  })

  rule('25.32', 'the credentials are the same after a restart, and a payment has a number of its own', async () => {
    const before = await openMtn({ dataFile })
    const first = await before.submit('disbursement', { phoneNumber: '256770990472' })
    await before.simulator.close()
    const { submit, enquire, simulator } = await openMtn({ dataFile })
    const second = await submit('disbursement', { phoneNumber: '256770990472' })
    const numbers = [first, second].map(async ({ reference }) => (await enquire('disbursement', reference)).body)
    const [one, two] = await Promise.all(numbers)
    expect(one.financialTransactionId).to.not.equal(two.financialTransactionId)
    expect({ ...simulator.mtn, baseUrl: '' }).to.deep.equal({ ...before.simulator.mtn, baseUrl: '' })
  })

  rule('25.33', 'a simulator that is closed pays nothing more', async () => {
    const { submit, simulator } = await openMtn({ dataFile, approvalMs: 150 })
    await submit('disbursement')
    await simulator.close()
    const written = readFileSync(dataFile, 'utf8')
    await pause(200)
    expect(simulator.executed()).to.deep.equal([])
    expect(readFileSync(dataFile, 'utf8')).to.equal(written)
  })

  rule('25.34', 'a simulator whose port is taken does not start', async () => {
    const { simulator } = await openMtn()
    const failed = await startSimulator({ port: Number(new URL(simulator.url).port) }).catch((error) => error)
    expect(failed).to.include({ code: 'EADDRINUSE' })
  })
})

/** Does something with a simulator in a process of its own, which is then killed without any warning. */
async function withSimulatorToKill<T>(dataFile: string, act: (mtn: Simulator['mtn']) => Promise<T>): Promise<T> {
  const module = new URL('../../../adapters/simulator/simulator.ts', import.meta.url)
  const code = `import { startSimulator } from ${JSON.stringify(module.href)}
    const { mtn } = await startSimulator({ dataFile: ${JSON.stringify(dataFile)} })
    console.log(JSON.stringify(mtn))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = await once(child.stdout, 'data')
    return await act(JSON.parse(String(line)))
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}
