import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { sharedFlush, type WalFlush } from '../../../adapters/sqlite/durability/walFlush.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { isSettled } from './flushByHand.ts'

describe('Flushes: commits covered by a flush', () => {
  test('a flush that is already running does not cover a commit that was made meanwhile', () =>
    withEnds(async ({ committed, settled }, ends) => {
      committed([undefined])
      const first = settled()
      expect(await isSettled(first)).to.equal(false)
      const reader = settled()
      committed([undefined])
      const joining = settled()
      ends[0]?.()
      await Promise.all([first, reader])
      expect([await isSettled(joining), ends.length]).to.deep.equal([false, 2])
      ends[1]?.()
      await joining
    }))

  test('a read of an account waits for the newest commit that may have changed it', () =>
    withEnds(async ({ committed, settled }, ends) => {
      const waiting = async () => {
        const isWaiting = async (account: string) => ((await isSettled(settled(account))) ? [] : [account])
        return (await Promise.all(['A', 'B', 'C'].map(isWaiting))).flat()
      }
      committed(['A', 'B'])
      expect(await waiting()).to.deep.equal(['A', 'B'])
      committed(['B'])
      const inFirst = settled('A')
      const inSecond = settled('B')
      ends[0]?.()
      await inFirst
      expect([await isSettled(inSecond), await waiting()]).to.deep.equal([false, ['B']])
      committed([undefined])
      const anyone = settled('C')
      ends[1]?.()
      await inSecond
      expect([await isSettled(anyone), await waiting()]).to.deep.equal([false, ['A', 'B', 'C']])
      ends[2]?.()
      await anyone
      expect(await waiting()).to.deep.equal([])
    }))
})

/** Runs an example on flushes that it ends itself, in their order. */
function withEnds(example: (walFlush: WalFlush, ends: (() => void)[]) => Promise<void>): Promise<void> {
  return inFolder(async ({ database: path }) => {
    writeFileSync(`${path}-wal`, '')
    writeFileSync(path, '')
    const ends: (() => void)[] = []
    const flush = () => new Promise<void>((resolve) => ends.push(resolve))
    const walFlush = sharedFlush({ path, flush, onLost() {} })
    await example(walFlush, ends).finally(walFlush.close)
  })
}
