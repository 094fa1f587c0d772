import { Container } from 'inversify'
import 'reflect-metadata'
import type { ContainerParts } from './deployment.ts'
import { platformModule } from './modules/platform.ts'
import { storeModule } from './modules/store.ts'
import { webhooksModule } from './modules/webhooks.ts'

/** Wires the ports alone, which is what commands need; each is made once, when it is first requested. */
export function buildPorts(parts: ContainerParts): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(platformModule(parts), storeModule(parts), webhooksModule(parts))
  return container
}
