import { statSync } from 'node:fs'
import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { isTurn, times } from '../../night.ts'
import { test } from '../../rule.ts'
import { type TracedCalls, type TracedServing, whileServing } from './traced/serving.ts'
import { needStrace } from './traced/strace.ts'
import { isBefore, isFlushOrTruncation, logIn, type SystemCall } from './traced/trace.ts'

const kibibyte = 1024

describe('Power loss: the thread that waits for the disk, by the system calls', () => {
  let underLoad: TracedCalls
  before(async () => {
    needStrace()
    underLoad = await whileServing(64 * kibibyte, ({ write }) => write(times({ night: 1_500, day: 600 })))
  })

  test('the main thread of a store flushes and truncates nothing, even while its log is copied', {
    'under load, with a log that another thread copies and restarts'() {
      const { others, main } = flushesAndTruncations(underLoad)
      expect(others.length).to.be.greaterThan(0)
      expect(main).to.deep.equal([])
    },
    ...(isTurn() && {
      async 'after a command that has written while the log was long'() {
        const found = await whileServing(64 * 1024 * kibibyte, async (serving) => {
          while (statSync(`${serving.path}-wal`).size < 5 * 1024 * kibibyte) await serving.write(100)
          await runCommand(serving)
          await serving.write(10)
        })
        expect(flushesAndTruncations(found).main).to.deep.equal([])
      },
    }),
  })

  test('the log is restarted once its copy is flushed, and continued once its first frame is flushed', () => {
    const { mainThread, calls, path } = underLoad
    const { written, isFlushedBefore } = logIn(calls, path)
    const headers = written.filter(({ given }) => given.endsWith(', 0'))
    expect(headers.length).to.be.greaterThan(2)
    for (const header of headers) {
      const next = written.find((write) => write.thread === mainThread && isBefore(header, write))
      expect(header.thread).not.to.equal(mainThread)
      expect(next === undefined || isFlushedBefore(header, next)).to.equal(true)
      expect(unflushedCopies(calls, path, header)).to.deep.equal([])
    }
  })
})

/** Funds the account like a command. */
async function runCommand({ path, accountId }: TracedServing) {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  await fund(store, aFunding(accountId))
  await store.close()
}

/** The writes to the database itself that were not flushed when a call began. */
function unflushedCopies(calls: readonly SystemCall[], path: string, call: SystemCall): SystemCall[] {
  const ofDatabase = calls.filter(({ given, begun }) => given.includes(`<${path}>`) && begun < call.begun)
  const flushes = ofDatabase.filter((one) => isFlushOrTruncation(one) && isBefore(one, call))
  return ofDatabase.filter((write) => write.name === 'pwrite64' && !flushes.some((flush) => isBefore(write, flush)))
}

/** The flushes and truncations by the main thread while it served, and the acts of other threads on the log. */
function flushesAndTruncations({ path, mainThread, calls }: TracedCalls) {
  expect(logIn(calls, path).written.length).to.be.greaterThan(0)
  const found = calls.filter(isFlushOrTruncation)
  return {
    main: found.filter(({ thread }) => thread === mainThread),
    others: found.filter(({ thread, given }) => thread !== mainThread && given.includes(`${path}-wal`)),
  }
}
