import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { collectEarly } from '../../composition/runtime/collectEarly.ts'
import { workshop } from '../gateway.ts'
import { rule } from '../rule.ts'
import { until } from '../sandboxGateway.ts'
import { textOf } from '../sourceTree.ts'

/** Long enough for several looks. */
const whileMs = 400

const million = 1_000_000

describe('39 Early collections', () => {
  let usedBytes: number
  let collections: number
  let onCollection: () => void
  let end: () => void
  beforeEach(() => {
    usedBytes = 50 * million
    collections = 0
    onCollection = () => undefined
    end = collectEarly({
      usedBytes: () => usedBytes,
      collect() {
        collections += 1
        usedBytes -= million
        onCollection()
      },
    })
  })
  afterEach(() => end())

  /** Resolves when so many more bytes, in millions, are collected. */
  const collected = (millions: number) =>
    new Promise<void>((resolve) => {
      onCollection = resolve
      usedBytes += millions * million
    })

  rule('39.1', 'a server that has time collects once two megabytes came together', {
    'since the start': () => collected(2),
    'since that was done last': async () => {
      await collected(2)
      await collected(2)
    },
    'since V8 itself collected': async () => {
      usedBytes -= 20 * million
      await setTimeout(whileMs)
      await collected(2)
    },
  })

  rule('39.2', 'it is not done for less', {
    'at first': async () => {
      usedBytes += 1.9 * million
      await setTimeout(whileMs)
      expect(collections).to.equal(0)
    },
    'after a collection': async () => {
      await collected(20)
      usedBytes += 1.9 * million
      await setTimeout(whileMs)
      expect(collections).to.equal(1)
    },
  })

  rule('39.3', 'a server that is busy leaves it to V8', async () => {
    usedBytes += 20 * million
    await busily(whileMs)
    expect(collections).to.equal(0)
  })

  rule('39.4', 'an end is one', async () => {
    end()
    usedBytes += 20 * million
    await setTimeout(whileMs)
    expect(collections).to.equal(0)
  })

  rule('39.5', 'the server that npm start starts does so, while requests come', async () => {
    const place = workshop()
    try {
      const gateway = place.serve({}, startCommand())
      const url = await gateway.url
      // V8's name for a collection that it was asked for.
      await until(async () => (await fetch(`${url}/livez`)).ok && /Scavenge.*testing/.test(gateway.stdout()))
    } finally {
      await place.close()
    }
  })

  rule('39.6', 'who goes live is told the same options of V8', () => {
    const [told] = textOf('docs/live.md').match(/^node --.* serve$/m) ?? []
    expect(optionsIn(told ?? '')).to.deep.equal(optionsIn(npmStart()))
  })
})

/** What `npm start` runs, and has V8 tell of each collection. */
function startCommand(): string[] {
  return npmStart().replace('exec node', 'node --trace-gc').split(' ')
}

function npmStart(): string {
  return JSON.parse(textOf('package.json')).scripts.start
}

function optionsIn(command: string): string[] {
  return command.match(/--\S+/g) ?? []
}

/** Never lets the event loop wait. */
async function busily(ms: number): Promise<void> {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs) await new Promise(setImmediate)
}
