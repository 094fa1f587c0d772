import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { exchange } from '../../../adapters/providers/transport/exchange.ts'
import { guardWithin } from '../../../adapters/providers/transport/http/guard.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { test } from '../../rule.ts'
import { jumpingClock, withNetwork } from '../scriptedNetwork.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('Common to the networks: kept connections', () => {
  test('a connection kept for the next request keeps nothing of the first in memory', () =>
    withNetwork({}, async ({ settings, connections }) => {
      const http = providerHttp()
      const url = `${settings.baseUrl}/disbursement/v1_0/transfer/1`
      async function ask() {
        const clock = jumpingClock()
        const guard = guardWithin(clock, { until: clock.in(60_000) })
        expect(await exchange(http, { method: 'GET', url, headers: {} }, guard)).to.have.property('kind', 'answer')
        guard.stop()
        return new WeakRef(guard)
      }
      const first = await ask()
      // A new WeakRef keeps its target alive until the end of the turn.
      await setImmediate()
      collectGarbage()
      expect(first.deref()).to.equal(undefined)
      await ask()
      expect(connections).to.have.length(1)
    }))
})
