import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { RequestFunction } from 'got'
import { nativeRequest } from '../../adapters/providers/nativeRequest.ts'
import { providerHttp } from '../../adapters/providers/providerHttp.ts'
import { rule } from '../rule.ts'
import { withNetwork } from './scriptedNetwork.ts'

setFlagsFromString('--allow-natives-syntax')
const haveSameShape: (one: object, other: object) => boolean = runInNewContext('(a, b) => %HaveSameMap(a, b)')

describe('23 The networks: what a request costs', () => {
  rule('23.82', 'the options of every request to Node have one shape, so that V8 makes none anew for each', () =>
    withNetwork({}, async ({ settings }) => {
      const http = providerHttp()
      const seen: object[] = []
      const request: RequestFunction = (url, options, callback) => {
        seen.push(options)
        return nativeRequest(url, options, callback)
      }
      // V8 learns for a while how it copies.
      for (let asked = 0; asked < 100; asked++) {
        await http(`${settings.baseUrl}/disbursement/v1_0/transfer/1`, { request })
      }
      const [last, before] = seen.reverse() as [object, object]
      expect(haveSameShape(last, before)).to.equal(true)
    }),
  )
})
