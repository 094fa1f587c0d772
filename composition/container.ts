import { Container } from 'inversify'
import 'reflect-metadata'
import { httpModule } from './modules/http.ts'
import { networksModule } from './modules/networks.ts'
import { storeModule } from './modules/store.ts'
import { surroundingsModule } from './modules/surroundings.ts'
import { useCasesModule } from './modules/useCases.ts'
import { webhooksModule } from './modules/webhooks.ts'
import type { Wiring } from './wiring.ts'

/** Wires everything; each part is made once, when it is first requested. */
export function buildContainer(wiring: Wiring): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(
    surroundingsModule(wiring),
    storeModule(wiring),
    networksModule,
    useCasesModule(wiring),
    webhooksModule(wiring),
    httpModule(wiring),
  )
  return container
}
