import { pino } from 'pino'
import { simulatedProviders } from '../../../../adapters/simulator/configuration.ts'
import type { Simulator } from '../../../../adapters/simulator/simulator.ts'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../../../composition/container.ts'
import { sandboxConfiguration } from '../../../../composition/sandbox/configuration.ts'
import { startGateway } from '../../../../composition/start/startGateway.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { sandboxPolicy } from '../../../../core/sente.ts'
import { arm, fuseCheckpoints, fuseDatabase, fusedFlush } from '../fused/fuse.ts'
import { fusedStore, fusePorts } from '../fused/ports.ts'
import type { NamedKill } from '../plan.ts'
import { approvedAlone, callbackSecret, crashFees, pinKeys } from '../terms.ts'
import type { Opening } from './setup.ts'

// An order to the server under attack: the product's own container and HTTP server, with ports that pass a fuse.
process.on('message', async (order: { readonly serve: Opening } | { readonly arm: NamedKill }) => {
  if ('arm' in order) arm(order.arm)
  process.send?.('arm' in order ? 'armed' : await serve(order.serve))
})
process.on('disconnect', () => process.exit())
// Ctrl-C is for the process that started this one.
process.on('SIGINT', () => undefined)
process.send?.('loaded')

/** For networks that answer within milliseconds: after some seconds a payment that has not arrived is known. */
const policy = {
  ...{ ...sandboxPolicy, firstPauseMs: 50, longestPauseMs: 400, answerMs: 500, settleMs: 500 },
  ...{ absenceSpacingMs: 200, watchMs: 2_000 },
}

/** The size in bytes at which the log is copied into the database: a few payments fill it. */
const copyAt = 96 * 2 ** 10

async function serve({ databasePath, networks, port, kill }: Opening): Promise<string> {
  arm(kill)
  fuseDatabase()
  fuseCheckpoints(databasePath)
  claimServing(databasePath, process.pid)
  const serving = { onLost: endAtOnce, flush: fusedFlush, copyAt }
  const container = buildContainer({
    store: fusedStore(openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: true, serving })),
    log: pino({ level: 'error' }, pino.destination({ dest: 2, sync: true })),
    pinKeys: () => pinKeys,
    configuration: { ...sandboxConfiguration(simulatedProviders(networks as Simulator)), fees: crashFees },
    policy,
    fourEyes: { kinds: new Set(['batches']), amountsMinor: new Map([['UGX', BigInt(approvedAlone)]]) },
    callbacks: { secret: callbackSecret, publicUrl: () => `http://127.0.0.1:${port}` },
  })
  container.onActivation(tokens.paymentPorts, (_, ports) => ({ ...ports, limits: { submitWithinMs: 2_000 } }))
  fusePorts(container)
  return startGateway(container, { host: '127.0.0.1', port }, [])
}

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(74)
}
