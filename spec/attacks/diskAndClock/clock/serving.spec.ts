import { join } from 'node:path'
import { expect } from 'chai'
import { hourMs } from '../../../fixtures/doubt.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { test } from '../../../rule.ts'
import { openDiskGateway } from '../gateway.ts'
import { openClockProxy } from './proxy.ts'

/** Runs a gateway with networks' clocks that differ from this machine's by this much. */
function withNetworksAhead(byMs: number): Promise<void> {
  return inFolder(async ({ path: folder, database }) => {
    const proxy = await openClockProxy()
    const networks = join(folder, 'networks')
    const gateway = await openDiskGateway({ databasePath: database, networks, configuration: proxy.through })
    try {
      const ask = gateway.as(await gateway.openAccount())
      const pay = async (reference: string) => (await ask('send-money', payoutOf(reference))).status
      expect([await pay('before'), await gateway.ready(), proxy.askedOpenly.size]).to.deep.equal([201, 200, 0])
      proxy.runsAheadBy(byMs)
      expect([await pay('wrong'), await gateway.ready()]).to.deep.equal([201, 503])
      expect(gateway.logged('error', 'not ready: the clock')).to.equal(1)
      await until(async () => proxy.askedOpenly.size === 2)
      proxy.runsAheadBy(0)
      expect([await pay('right'), await gateway.ready()]).to.deep.equal([201, 200])
      expect(gateway.logged('warn', 'the clock of this machine is right again')).to.equal(1)
    } finally {
      await gateway.close()
      proxy.close()
    }
  })
}

describe('Disk and clock: a server whose clock is an hour off', () => {
  test('it notices this from any answer of a network, is not ready until the clock is right, and still pays', {
    behind: () => withNetworksAhead(hourMs),
    ahead: () => withNetworksAhead(-hourMs),
  })
})
