import { compare, type Figures } from '../../comparison/comparison.ts'
import { answering, ratios } from '../../comparison/findings.ts'
import type { ArmOptions, ArmResult, Finding } from '../../figures/arm.ts'
import { type DatabaseServer, newDatabase } from '../../instruments/postgresServer.ts'
import { withWorkbench } from '../../workbench/workbench.ts'
import { measureNodes } from './nodesOverHttp.ts'

const accounts = 100

/** Whole payments over HTTP: the same server over SQLite and over PostgreSQL, and three over one PostgreSQL. */
export function measureOverHttp(database: DatabaseServer, options: ArmOptions): Promise<ArmResult> {
  return withWorkbench(options, async (bench) => {
    const postgres = await newDatabase(database, 'payments')
    const baseline = await bench.server('sente', { name: 'sente over SQLite', accounts })
    const measured = await bench.server('sente', { name: 'sente over PostgreSQL', accounts, postgres, database })
    const against = await compare([baseline, measured], { ...options, inFlight: 64, mayWait: true })
    const nodes = await measureNodes(bench, database, options)
    return {
      findings: [
        ...answering(against.baseline),
        ...answering(against.measured),
        inDatabase(against.measured),
        ...ratios(against, { rate: 0.6 }),
        ...nodes.findings,
      ],
      doubts: [...against.doubts, ...nodes.doubts],
      details: { against, nodes: nodes.details },
    }
  })
}

function inDatabase({ name, databaseMicros }: Figures): Finding {
  return { what: `${name}: CPU time a request, in PostgreSQL`, value: databaseMicros, unit: 'µs' }
}
