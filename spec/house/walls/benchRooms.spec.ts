import { test } from '../../rule.ts'
import { plant, product, stands } from './stands.ts'
import { benchRoomsLeadDown } from './walls.ts'

describe('The structure of the code: the benchmark', () => {
  test(
    'a room of the benchmark imports only rooms below it, no arm imports another, and nothing imports the benchmark',
    stands(
      benchRoomsLeadDown,
      [
        plant('bench/figures/a.ts', `import type { x } from '../comparison/slices.ts'`),
        plant('bench/datasets/b.ts', `import { x } from '../servers/senteDeployment.ts'`),
        plant('bench/arms/webhooks/c.ts', `import { x } from '../inFlight/inFlightRun.ts'`),
        plant('bench/arms/hotArm.ts', `import { x } from './headlineArm.ts'`),
        plant('bench/workbench/d.ts', `import { x } from '../bench.ts'`),
        plant('bench/shared/e.ts', `import { x } from '../figures/median.ts'`),
        plant('core/f.ts', `import { x } from '../bench/figures/median.ts'`),
      ],
      [...product, 'bench'],
    ),
  )
})
