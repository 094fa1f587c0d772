// Before all others: loaded after the pages' libraries it costs every payment 7 % (docs/performance/optimisations.md).
import 'reflect-metadata'
import type { Container } from 'inversify'
import type { ContainerParts } from './deployment.ts'
import { httpModule } from './modules/http.ts'
import { networksModule } from './modules/networks.ts'
import { pagesModule } from './modules/pages.ts'
import { useCasesModule } from './modules/useCases.ts'
import { buildPorts } from './ports.ts'

/** Wires the whole gateway; each part is made once, when it is first requested. */
export function buildContainer(parts: ContainerParts): Container {
  const container = buildPorts(parts)
  container.load(networksModule(parts), useCasesModule(parts), pagesModule(parts), httpModule(parts))
  return container
}
