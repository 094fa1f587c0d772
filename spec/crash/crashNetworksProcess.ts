import { startSimulator } from '../../adapters/simulator/simulator.ts'
import type { Networks, NetworksOpening } from './crashOpenings.ts'

/** Both simulated networks, which outlive the servers that use them; quicker than usual, and silent for shorter. */
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.on('message', async (opening: NetworksOpening) => {
  const { mtn, airtel } = await startSimulator({ ...opening, approvalMs: 150, silentMs: 1_500 })
  process.send?.({ mtn, airtel } satisfies Networks)
})
process.send?.('loaded')
