import { startSimulator } from '../../../../adapters/simulator/simulator.ts'
import type { NetworksOpening } from './setup.ts'

/** Their executed payments are compared with the books at the end, so none of them is dropped. */
const keeping = { ended: Number.POSITIVE_INFINITY, journalBytes: Number.POSITIVE_INFINITY }

/** Both simulated networks, which outlive the servers; faster than usual, with shorter silences. */
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.on('message', async (opening: NetworksOpening) => {
  const { mtn, airtel } = await startSimulator({ ...opening, approvalMs: 150, silentMs: 1_500, keeping })
  process.send?.({ mtn, airtel })
})
process.send?.('loaded')
