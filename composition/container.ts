// Before all others: loaded after the pages' libraries it costs every payment 7 % (docs/performance/optimisations.md).
import 'reflect-metadata'
import type { Container } from 'inversify'
import type { ContainerParts } from './deployment.ts'
import { holdServer } from './modules/http.ts'
import { holdNetworks } from './modules/networks.ts'
import { holdPages } from './modules/pages.ts'
import { holdUseCases } from './modules/useCases.ts'
import { buildPorts } from './ports.ts'
import { holdIn } from './tokens.ts'

/** Wires the whole gateway. Each part is made once, when it is first requested. */
export function buildContainer(parts: ContainerParts): Container {
  const container = buildPorts(parts)
  for (const part of [holdNetworks, holdUseCases, holdPages, holdServer]) part(holdIn(container), parts)
  return container
}
