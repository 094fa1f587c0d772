import { expect } from 'chai'
import { greetingOf, paste } from '../../../fixtures/greeting.ts'
import { rule } from '../../../rule.ts'
import { follow, guide, openSandboxes, type Sandboxes } from './sandboxes.ts'

describe('16 The merchants’ guide', () => {
  let sandboxes: Sandboxes
  before(async () => {
    sandboxes = await openSandboxes()
  })
  after(() => sandboxes?.close())

  rule(
    '16.1',
    'the code in the merchants’ guide, except operators’ commands, runs unchanged against a fresh sandbox: each call succeeds, or is answered as the page shows',
    Object.fromEntries(
      guide.map(({ path, text }) => [path, async () => follow(text, await sandboxes.sandboxFor(path))]),
    ),
  )

  const failureOf = async (page: string) =>
    follow(page, await sandboxes.sandboxFor('')).then(
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
    const sandbox = await greetingOf(sandboxes.processes.serve())
    expect((await paste(sandbox.curl)).status).to.equal(201)
    await follow(quickStart?.text ?? '', sandbox)
    await follow(quickStart?.text ?? '', sandbox)
  })
})
