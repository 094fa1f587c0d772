import { pino } from 'pino'
import { simulatedProviders } from '../../../../adapters/simulator/configuration.ts'
import type { Simulator } from '../../../../adapters/simulator/simulator.ts'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../../../composition/container.ts'
import { sandboxConfiguration } from '../../../../composition/sandbox/configuration.ts'
import { startGateway } from '../../../../composition/start/startGateway.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { type FollowUpPolicy, sandboxPolicy } from '../../../../core/sente.ts'
import { fuseCheckpoints } from '../fused/checkpoints.ts'
import { commitLog } from '../fused/commitLog.ts'
import { fuseDatabase } from '../fused/database.ts'
import { fusedFlush } from '../fused/flush.ts'
import { fuse } from '../fused/fuse.ts'
import { fusedStore, fusePorts } from '../fused/ports.ts'
import { approvedAlone } from '../load/batches.ts'
import { crashFees } from '../load/fees.ts'
import { callbackSecret, type NamedKill, type Opening, pinKeys } from './openings.ts'

/** An order to the server that is killed: the product's own container and HTTP server, with ports that pass a fuse. */
type Order = { readonly serve: Opening } | { readonly arm: NamedKill }

/** For networks that answer within milliseconds: what has not arrived is known after some seconds. */
const policy: FollowUpPolicy = {
  ...sandboxPolicy,
  firstPauseMs: 50,
  longestPauseMs: 400,
  answerMs: 500,
  settleMs: 500,
  absenceSpacingMs: 200,
  watchMs: 2_000,
}
const submitWithinMs = 2_000

/** The size in bytes at which the log is copied into the database: a few payments fill it. */
const copyAt = 96 * 2 ** 10

const own = fuse()
const commits = commitLog(own)

process.on('disconnect', () => process.exit())
// Ctrl-C is for the process that started this one.
process.on('SIGINT', () => undefined)
process.on('message', async (order: Order) => {
  if ('arm' in order) own.arm(order.arm)
  process.send?.('arm' in order ? 'armed' : await serve(order.serve))
})
process.send?.('loaded')

async function serve({ databasePath, networks, publicUrl, kill }: Opening): Promise<string> {
  if (kill) own.arm(kill)
  fuseDatabase(own, commits)
  fuseCheckpoints(databasePath, own)
  claimServing(databasePath, process.pid)
  const serving = { onLost: endAtOnce, flush: fusedFlush(commits), copyAt }
  const container = buildContainer({
    store: fusedStore(openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: true, serving }), own),
    log: pino({ level: 'error' }, pino.destination({ dest: 2, sync: true })),
    pinKeys: () => pinKeys,
    configuration: { ...sandboxConfiguration(simulatedProviders(networks as Simulator)), fees: crashFees },
    policy,
    fourEyes: { kinds: new Set(['batches']), amountsMinor: new Map([['UGX', BigInt(approvedAlone)]]) },
    callbacks: { secret: callbackSecret, publicUrl: () => publicUrl },
  })
  container.onActivation(tokens.paymentPorts, (_, ports) => ({ ...ports, limits: { submitWithinMs } }))
  fusePorts(container, own, commits)
  return startGateway(container, { host: '127.0.0.1', port: 0 }, [])
}

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(74)
}
