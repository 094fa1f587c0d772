import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { findNginx } from '../../../../examples/threeNodes/nginx.ts'
import { greetingOf, paste, pay } from '../../../fixtures/greeting.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: the command to try them', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })
  async function threeNodes(command: string[]) {
    const program = processes.serve({}, command)
    const text = await program.greeting
    const pids = [...text.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid))
    const nodes = [...text.matchAll(/node \d +(\S+),/g)].map(([, url = '']) => url)
    const folder = /logs +(\S+)/.exec(text)?.[1] ?? ''
    expect([pids.length, nodes.length, existsSync(folder)]).to.deep.equal([3, 3, true])
    return { ...program, ...(await greetingOf(program)), pids, nodes, folder }
  }

  /** Waits until nothing listens at any of these addresses. */
  async function untilGone(urls: readonly string[]) {
    const listens = (url: string) =>
      fetch(url).then(
        () => true,
        () => false,
      )
    await reached(`nothing listens at ${urls}`, async () => !(await Promise.all(urls.map(listens))).includes(true))
  }

  async function untilNothingIsLeft({ url, nodes, folder }: Awaited<ReturnType<typeof threeNodes>>) {
    await untilGone([url, ...nodes])
    await reached(`${folder} is removed`, () => !existsSync(folder))
  }

  rule(
    '116.9',
    '`npm run three-nodes` starts three nodes behind `nginx`, prints a command that pays, and leaves nothing behind',
    {
      'the command pays, also when two nodes are killed, and Ctrl-C ends all': async () => {
        const demo = await threeNodes(['npm', 'run', '-s', 'three-nodes'])
        expect((await paste(demo.curl)).status).to.equal(201)
        expect((await paste(demo.curl)).status).to.equal(409)
        for (const pid of demo.pids.slice(0, 2)) process.kill(pid, 'SIGKILL')
        await untilGone(demo.nodes.slice(0, 2))
        for (let count = 0; count < 6; count += 1)
          expect((await pay(demo, demo, { reference: `order-${count}` })).status).to.equal(201)
        if (demo.child.pid) process.kill(-demo.child.pid, 'SIGINT')
        expect(await demo.ended, demo.stderr()).to.equal(0)
        await untilNothingIsLeft(demo)
      },
      'it is killed itself': async () => {
        const demo = await threeNodes(['node', '--import', 'tsx', 'examples/threeNodes/threeNodes.ts'])
        demo.child.kill('SIGKILL')
        await untilNothingIsLeft(demo)
      },
      'nginx is missing': () =>
        expect(() => findNginx('/nowhere:/elsewhere', [])).to.throw(
          /^nginx is not installed: apt-get install -y nginx-light$/,
        ),
    },
  )
})
