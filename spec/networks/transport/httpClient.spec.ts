import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { RequestFunction } from 'got'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { nativeRequest } from '../../../adapters/providers/transport/http/request.ts'
import { wholeAnswer } from '../../../adapters/providers/transport/http/wholeAnswer.ts'
import { test } from '../../rule.ts'
import { withNetwork } from '../scriptedNetwork.ts'

setFlagsFromString('--allow-natives-syntax')
const haveSameShape: (one: object, other: object) => boolean = runInNewContext('(a, b) => %HaveSameMap(a, b)')

describe('Common to the networks: the HTTP client', () => {
  test('the options of every request to Node have one shape, so that the engine does not create a new one for each', () =>
    withNetwork({}, async ({ settings }) => {
      const http = providerHttp()
      const seen: object[] = []
      const request: RequestFunction = (url, options, callback) => {
        seen.push(options)
        return nativeRequest(url, options, callback)
      }
      // V8 optimises the copying only after some rounds, in a thread of its own.
      const last = () => seen.slice(-10)
      while (last().length < 10 || !last().every((one) => haveSameShape(one, seen.at(-1) as object)))
        await wholeAnswer(http.stream(`${settings.baseUrl}/disbursement/v1_0/transfer/1`, { request }))
    }))

  test('a request that ends without an answer fails, instead of waiting forever', () =>
    withNetwork({}, async ({ settings }) => {
      const request = providerHttp().stream(settings.baseUrl)
      const answer = wholeAnswer(request).catch(({ message }) => message)
      request.destroy()
      expect(await answer).to.equal('the request ended without an answer')
    }))
})
