import { statSync } from 'node:fs'
import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { test } from '../../rule.ts'
import { type TracedServing, whileServing } from './traced/serving.ts'
import { needStrace } from './traced/strace.ts'
import { isBefore, isFlushOrTruncation, logIn, type SystemCall } from './traced/trace.ts'

const kibibyte = 1024

describe('Power loss: which thread waits for the disk, by the system calls', function () {
  this.timeout(180_000)
  before(needStrace)

  test('the main thread of a store flushes and truncates nothing, even while its log is copied', {
    'under load, with a log that another thread copies and restarts': () =>
      whileServing(64 * kibibyte, async (serving) => {
        await serving.write(1500)
        const { others, main } = await flushesAndTruncations(serving)
        expect(others.length).to.be.greaterThan(0)
        expect(main).to.deep.equal([])
      }),
    'after a command that has written while the log was long': () =>
      whileServing(64 * 1024 * kibibyte, async (serving) => {
        while (statSync(`${serving.path}-wal`).size < 5 * 1024 * kibibyte) await serving.write(100)
        await runCommand(serving)
        await serving.write(10)
        expect((await flushesAndTruncations(serving)).main).to.deep.equal([])
      }),
  })

  test('the log is restarted once its copy is flushed, and continued once its first frame is flushed', () =>
    whileServing(64 * kibibyte, async (serving) => {
      await serving.write(1500)
      const { mainThread, calls } = await serving.end()
      const { written, isFlushedBefore } = logIn(calls, serving.path)
      const headers = written.filter(({ given }) => given.endsWith(', 0'))
      expect(headers.length).to.be.greaterThan(2)
      for (const header of headers) {
        const next = written.find((write) => write.thread === mainThread && isBefore(header, write))
        expect(header.thread).not.to.equal(mainThread)
        expect(next === undefined || isFlushedBefore(header, next)).to.equal(true)
        expect(unflushedCopies(calls, serving.path, header)).to.deep.equal([])
      }
    }))
})

/** Funds the account as a command does. */
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

/** What the main thread flushed or truncated while it served, and what other threads did to the log. */
async function flushesAndTruncations({ path, end }: TracedServing) {
  const { mainThread, calls } = await end()
  expect(logIn(calls, path).written.length).to.be.greaterThan(0)
  const found = calls.filter(isFlushOrTruncation)
  return {
    main: found.filter(({ thread }) => thread === mainThread),
    others: found.filter(({ thread, given }) => thread !== mainThread && given.includes(`${path}-wal`)),
  }
}
