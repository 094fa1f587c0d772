import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Merchant } from '../instruments/merchants.ts'
import { doDuties } from '../processes/duties.ts'
import { paymentCosts } from '../processes/paymentCosts.ts'
import { memoryHeld, type Usage, watchUsage } from '../processes/usage.ts'
import { passThrough } from './passThrough.ts'
import type { ServerDuties } from './serverDuties.ts'

let server: Server | undefined
let endWatch: (() => Usage) | undefined

/** The same Koa and got, which only validate and pass through. */
const duties: ServerDuties = {
  async open({ mtn, accounts = 0 }) {
    // Idle connections stay open from one slice to the next, as the product's do.
    server = createServer({ keepAliveTimeout: 65_000 }, (await passThrough(mtn)).callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const merchants = Array.from({ length: accounts }, merchantOfAnyName)
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, merchants }
  },
  beginSlice() {
    endWatch = watchUsage()
  },
  endSlice() {
    if (!endWatch) throw new Error('no slice was begun')
    return { ...endWatch(), steps: 0, flushes: 0, flushP50Ms: 0, flushP99Ms: 0 }
  },
  paymentCosts: paymentCosts(),
  memory: memoryHeld,
  async close() {
    server?.closeAllConnections()
    server?.close()
  },
}

/** Keys as long as the product's, so that the requests of both are the same. */
function merchantOfAnyName(): Merchant {
  const key = (kind: string) => `sente_${kind}_${randomBytes(28).toString('hex')}`
  return { secretKey: key('sk'), publicKey: key('pk'), pin: '4071' }
}

doDuties(duties)
