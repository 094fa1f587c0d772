import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { demoAccount } from '../../../../composition/sandbox/demo.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { type Greeting, greetingOf, paste } from '../../../fixtures/greeting.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../rule.ts'
import { pages } from '../../../sourceTree.ts'
import { comparable, outputsOf, snippetsOf } from './snippets.ts'

/** The programs that run the guide's code, and the packages to install them. */
const tools = { curl: 'curl', python3: 'python3', php: 'php-cli' }

const guide = pages().filter(({ path }) => /^docs\/(merchants[./]|webhooks\.md)/.test(path))

describe('16 The merchants’ guide', () => {
  let processes: Processes
  let gateway: SandboxGateway
  before(async () => {
    for (const [tool, name] of Object.entries(tools))
      if (spawnSync(tool, ['--version']).error) throw new Error(`${tool} is missing: apt-get install -y ${name}`)
    processes = openProcesses()
    gateway = await openSandboxGateway()
  })
  after(() => Promise.all([processes?.close(), gateway?.close()]))

  /** An unused demo account, as in a fresh sandbox. */
  async function freshDemo() {
    const secrets = { pinKey: '', callbackSecret: '', webhookKey: '' }
    const keys = await demoAccount(gateway.container.get(tokens.accountPorts), { databasePath: ':memory:', secrets })
    return { url: gateway.url, ...keys }
  }

  const withFees = () => {
    const env = { SENTE_SANDBOX_FEES: 'on', DATABASE_URL: `sqlite:${join(processes.folder, 'fees.db')}` }
    return greetingOf(processes.serve(env))
  }

  /** Runs a page against a sandbox, with an account of its own unless another is given, and compares the outputs. */
  async function follow(page: string, sandbox?: Pick<Greeting, 'url' | 'secretKey' | 'publicKey'>) {
    const snippets = snippetsOf(page)
    if (snippets.length === 0) return
    const { url, secretKey, publicKey } = sandbox ?? (await freshDemo())
    const outputs = await outputsOf(snippets, { BASE_URL: url, SECRET_KEY: secretKey, PUBLIC_KEY: publicKey })
    expect(outputs).to.have.length(snippets.length)
    for (const [index, { code, shown }] of snippets.entries())
      if (shown !== undefined) expect(comparable(outputs[index] ?? ''), code).to.deep.equal(comparable(shown))
  }

  rule(
    '16.1',
    'the code in the merchants’ guide, except operators’ commands, runs unchanged against a fresh sandbox: each call succeeds, or is answered as the page shows',
    Object.fromEntries(
      guide.map(({ path, text }) => [
        path,
        async () => follow(text, path === 'docs/merchants/fees.md' ? await withFees() : undefined),
      ]),
    ),
  )

  const failureOf = (page: string) =>
    follow(page).then(
      () => 'none',
      ({ message }: Error) => message,
    )

  rule('16.2', 'a wrong page is found', {
    'another answer': async () =>
      expect(await failureOf('```sh\necho one\n```\n\n```text\ntwo\n```\n')).to.include("to deeply equal 'two'"),
    'a call that is refused': async () =>
      expect(await failureOf('```sh\ncurl -s $BASE_URL/api/v1/balances\n```\n')).to.include('the shell ended with 22'),
    'a program that fails': async () =>
      expect(await failureOf('```python\nraise SystemExit(3)\n```\n')).to.include('the shell ended with 3'),
    'a block that cannot be run': async () =>
      expect(await failureOf('```ruby\nputs 1\n```\n').catch(String)).to.include('a block of "ruby"'),
    'an answer to nothing': async () => expect(await failureOf('```json\n{}\n```\n')).to.include('a block of "json"'),
  })

  rule('16.3', 'the quick start works as described after other payments, and each time', async () => {
    const [quickStart] = guide.filter(({ path }) => path === 'docs/merchants.md')
    const sandbox = await greetingOf(processes.serve())
    expect((await paste(sandbox.curl)).status).to.equal(201)
    await follow(quickStart?.text ?? '', sandbox)
    await follow(quickStart?.text ?? '', sandbox)
  })
})
