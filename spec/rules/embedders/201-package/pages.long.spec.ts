import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { addClient, addSente, blockIn, emptyProject, javaScriptOf, type Project } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'

/** The program on a page: all its blocks under this name, in order. */
function programIn(page: string, name: string): string {
  const blocks = textOf(page).matchAll(new RegExp(`<!-- ${name}: [\\w-]+ -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``, 'g'))
  return [...blocks].map(([, code]) => code).join('\n')
}

const programs = {
  service: programIn('docs/embedding.md', 'service'),
  network: programIn('docs/adapters/network.md', 'network'),
  store: programIn('docs/adapters/store.md', 'store'),
}

/** The parts that the page about the client leaves to its reader. */
const readersOwn = `import type { Client } from '@sente/client'
declare const client: Client
declare const [secretKey, publicKey, pin, secret, body]: [string, string, string, string, string]
declare const stored: number
declare const request: Request
declare function handle(event: object): Promise<void>
declare function store(sequence: number): Promise<void>
`

/** Each program on the page about the client, in a function of its own, since some of them return. */
const clientPrograms = [...textOf('docs/client.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => {
  const isImport = (line: string) => line.startsWith('import ')
  const [imports, rest] = [true, false].map((wanted) => code.split('\n').filter((line) => isImport(line) === wanted))
  return [readersOwn, ...(imports ?? []), 'export async function program() {', ...(rest ?? []), '}'].join('\n')
})

const examples = readdirSync(join(projectFolder, 'examples')).filter((name) => name.endsWith('.ts'))

const entries = [
  '@sente/client',
  ...['gateway', 'http', 'networks', 'postgres', 'simulator', 'sqlite'].map((name) => `sente/${name}`),
]

/** Uses each function of the service on the page once; prints the results. */
const merchant = `
const fund = [{ currency: 'UGX', amount: 100_000 }]
const { secretKey, apikey } = await openAccount({ by: 'amina', name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: '4071', fund })
const request = { apikey, reference: 'order-1', phoneNumber: '256770000001', amount: 5_000, currency: 'UGX', network: 'MTN', pin: '4071' }
const stranger = await payOut('sente_sk_of_nobody', request)
const paid = await payOut(secretKey, request)
const again = await payOut(secretKey, request)
const [{ id, providerId } = { id: '', providerId: '' }] = network.received
network.ends(providerId, 'succeeded')
calledBack('POST', new TextEncoder().encode(id))
const stateNow = async () => (await ports.books.transaction(id))?.state
while ((await stateNow()) !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, 5))
await close()
console.log(JSON.stringify({ stranger, paid: 'transaction' in paid && paid.transaction.state, again, id }))
`

/** The compiled files: unchanged entries, examples and programs, and programs with a planted fault. */
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(examples.map((name) => [name, textOf(join('examples', name))])),
  'gateway.ts': blockIn('docs/packages.md'),
  'entries.ts': entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`).join(''),
  'service.ts': programs.service + merchant,
  'network.ts': programs.network,
  'store.ts': programs.store,
  ...Object.fromEntries(clientPrograms.map((program, index) => [`client${index + 1}.ts`, program])),
  ...Object.fromEntries(
    Object.entries({
      client: `${clientPrograms[0]}\nexport const planted: number = program`,
      service: `${programs.service}\nexport const planted: number = payOut`,
      network: `${programs.network}\nexport const planted: number = submission`,
      store: `${programs.store}\nexport const planted: number = atomically`,
    }).map(([name, program]) => [`planted-${name}.ts`, program]),
  ),
}

describe('201 The package: pages with programs', () => {
  let project: Project
  let problems: readonly string[]
  before(() => {
    project = emptyProject()
    addSente(project)
    addClient(project)
    for (const [name, text] of Object.entries(files)) project.add(name, text)
    problems = project.typeErrors(Object.keys(files), ['node'])
  })
  const problemsOf = (name: string) => problems.filter((problem) => problem.includes(`/${name}.ts: `))

  rule(
    '201.26',
    'each entry, the examples and the page’s lines compile in the strictest mode, with only the packages',
    () => expect(problems.filter((problem) => !problem.includes('/planted-'))).to.deep.equal([]),
  )

  rule(
    '201.27',
    'the service on the page about embedding pays once, follows up the payment of a callback, and closes',
    () => {
      project.add('service.js', javaScriptOf(programs.service + merchant))
      const { status, stdout, stderr } = project.run('service.js', { PIN_KEY: 'a PIN key for tests, long enough.' })
      expect(status, stderr).to.equal(0)
      const { id, ...answers } = JSON.parse(stdout)
      expect(answers).to.deep.equal({
        stranger: { refused: 'invalid_secret_key' },
        paid: 'pending',
        again: { refused: 'duplicate_reference', transactionId: id, isRepeat: true },
      })
    },
  )

  rule(
    '201.28',
    'the programs on the pages about embedding, adapters and the client type-check in the strictest mode',
    {
      'the service': () => expect(problemsOf('service')).to.deep.equal([]),
      'the network': () => expect(problemsOf('network')).to.deep.equal([]),
      'the store': () => expect(problemsOf('store')).to.deep.equal([]),
      'the client': () => {
        expect(clientPrograms).to.have.length.above(2)
        for (const [index] of clientPrograms.entries()) expect(problemsOf(`client${index + 1}`)).to.deep.equal([])
      },
      'a planted fault is found in each': () => {
        for (const name of ['client', 'service', 'network', 'store']) {
          const [problem = '', ...others] = problemsOf(`planted-${name}`)
          expect(problem).to.match(/: Type '\(.*' is not assignable to type 'number'/)
          expect(others).to.deep.equal([])
        }
      },
    },
  )
})
