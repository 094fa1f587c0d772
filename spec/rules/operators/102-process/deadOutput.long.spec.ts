import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { freePort } from '../../../fixtures/freePort.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { type Gateway, openProcesses, type Processes, program, serving } from '../../../fixtures/processes.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

/** Shell lines that make standard output unusable; the server replaces the shell and keeps its process id. */
const outputs = [
  [
    '102.16',
    'a server whose log is gone stops on request, and says how many lines were lost',
    'exec "$@" > >(exec head -c 1 > /dev/null)',
  ],
  [
    '102.17',
    'a server whose log is not read stops on request, and says how many lines were lost',
    'exec > >(exec sleep 600 &> /dev/null); head -c 65536 /dev/zero; exec "$@"',
  ],
  [
    '102.18',
    'a server whose log is on a full disk stops on request, and says how many lines were lost',
    'exec "$@" > /dev/full',
  ],
] as const

/** The same for an output whose writes block, because a process that shared it set this when it ended. */
const blocking = `exec > >(exec sleep 600 &> /dev/null); head -c 65536 /dev/zero
(node -e 'process.stdout; const ask = () => fetch(process.argv[1]).then(() => process.exit(), () => setTimeout(ask, 50)); ask()' "http://127.0.0.1:$PORT/livez"; touch "$HOME/shared-no-more") &
exec "$@"`

const byNpm = ['npm', 'start', '--silent']

describe('102 The process: output that can’t be written', () => {
  let processes: Processes
  let here: Here
  beforeEach(() => {
    processes = openProcesses()
    here = openHere(processes)
  })

  type Case = { readonly shell: string; readonly command?: string[]; readonly env?: Record<string, string> }

  async function serveInto({ shell, env = {}, command = serving(env) }: Case) {
    const port = await freePort()
    const gateway = processes.serve({ ...env, PORT: String(port) }, ['bash', '-c', shell, 'bash', ...command])
    const url = `http://127.0.0.1:${port}`
    await whileItRuns(gateway, () => answers(`${url}/readyz`))
    return { gateway, url }
  }

  /** Stops a server; resolves with its exit code or signal and its output outside the log. */
  async function stopped(gateway: Gateway) {
    gateway.child.kill('SIGTERM')
    return { code: await gateway.ended, said: gateway.stderr() }
  }

  for (const [number, sentence, shell] of outputs) {
    rule(
      number,
      sentence,
      oneOf({
        'the sandbox, idle': async () => {
          const { gateway } = await serveInto({ shell })
          const { code, said } = await stopped(gateway)
          expect(code).to.equal(0)
          expect(said).to.match(/\d+ lines of the log \(\d+ bytes\) were not written: /)
        },
        'the sandbox, by npm start': async () => {
          const { gateway } = await serveInto({ shell, command: byNpm })
          const { said } = await stopped(gateway)
          expect(said).to.match(/\d+ lines of the log \(\d+ bytes\) were not written: /)
        },
        'live and busy: it keeps paying, and its books are in order': async () => {
          const live = await here.startNetworks()
          const { gateway, url } = await serveInto({ shell, env: { ...live, LOG_LEVEL: 'trace' } })
          const merchant = await here.openAccount(live)
          const send = async (reference: string) => (await pay({ url }, merchant, { reference })).status
          for (let count = 0; count < 20; count += 1) expect(await send(`first-${count}`)).to.equal(201)
          const client = async (name: number) => {
            for (let count = 0; ; count += 1) await send(`client-${name}-${count}`)
          }
          const clients = [1, 2, 3, 4].map((name) => client(name).catch(() => undefined))
          const { code, said } = await stopped(gateway)
          await Promise.all(clients)
          expect(code).to.equal(0)
          expect(said).to.match(/\d+ lines of the log \(\d+ bytes\) were not written: /)
          expect(JSON.parse((await here.sente(['audit', '--all', '--json'], live)).stdout)).to.include({ ok: true })
        },
        'with standard error the same way': async () => {
          const { gateway } = await serveInto({ shell: shell.replace('exec "$@"', 'exec "$@" 2>&1') })
          // SIGTERM when a write seems to block forever, as on a busy machine.
          expect((await stopped(gateway)).code).to.be.oneOf([0, 'SIGTERM'])
        },
      }),
    )
  }

  rule('102.19', 'when a write blocks forever, the signal to stop kills the server', async () => {
    const { gateway } = await serveInto({ shell: blocking })
    await whileItRuns(gateway, async () => existsSync(join(processes.folder, 'shared-no-more')))
    const { code, said } = await stopped(gateway)
    expect(code).to.equal('SIGTERM')
    expect(said).to.match(/\d+ lines of the log \(\d+ bytes\) were not written: nobody reads it/)
    expect(JSON.parse((await here.sente(['audit', '--all', '--json'])).stdout)).to.include({ ok: true })
  })

  rule(
    '102.20',
    'a command says when its output cannot be written, and exits with 1',
    Object.fromEntries(
      ['exec > >(exec true); wait $!; exec "$@"', 'exec "$@" > /dev/full'].map((shell) => [
        shell,
        async () => {
          const { ended, stderr } = processes.serve({}, ['bash', '-c', shell, 'bash', 'node', program, '--help'])
          expect(await ended).to.equal(1)
          expect(stderr()).to.include("standard output can't be written: ")
        },
      ]),
    ),
  )
})

/** Waits until a condition holds; throws when the server has ended. */
async function whileItRuns({ child }: Gateway, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server has ended')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
