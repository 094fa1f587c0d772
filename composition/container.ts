import { Container } from 'inversify'
import 'reflect-metadata'
import type { ContainerParts } from './deployment.ts'
import { httpModule } from './modules/http.ts'
import { networksModule } from './modules/networks.ts'
import { pagesModule } from './modules/pages.ts'
import { platformModule } from './modules/platform.ts'
import { storeModule } from './modules/store.ts'
import { useCasesModule } from './modules/useCases.ts'
import { webhooksModule } from './modules/webhooks.ts'

/** Wires everything; each part is made once, when it is first requested. */
export function buildContainer(parts: ContainerParts): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(
    platformModule(parts),
    storeModule(parts),
    networksModule(parts),
    useCasesModule(parts),
    webhooksModule(parts),
    pagesModule(parts),
    httpModule(parts),
  )
  return container
}
