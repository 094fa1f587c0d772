import { Container } from 'inversify'
import 'reflect-metadata'
import type { ContainerParts } from './deployment.ts'
import { holdPlatform } from './modules/platform.ts'
import { holdStore } from './modules/store.ts'
import { holdWebhooks } from './modules/webhooks.ts'
import { holdIn } from './tokens.ts'

/** Wires only the ports, which are enough for commands. Each is made once, when it is first requested. */
export function buildPorts(parts: ContainerParts): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  for (const part of [holdPlatform, holdStore, holdWebhooks]) part(holdIn(container), parts)
  return container
}
