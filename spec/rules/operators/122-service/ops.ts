import { parse } from 'yaml'
import { settingsInFiles } from '../../../../composition/settings/environment.ts'
import { blocksOf } from '../../../fixtures/livePage.ts'
import { textOf } from '../../../sourceTree.ts'

/** A service of a compose file, with the fields that are tested. */
export type Service = {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly command?: readonly string[]
  readonly [field: string]: unknown
}

/** A compose file. */
export type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly { subnet: string }[] } } }
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** The shipped compose files. */
export const composeFiles = ['ops/compose.yml', 'ops/compose.three-nodes.yml'] as const

/** Reads a compose file. */
export const composeIn = (path: string): Compose => parse(textOf(path), { merge: true })

/** The services of a compose file that run sente. */
export function gatewaysOf({ services }: Compose): readonly (readonly [name: string, service: Service])[] {
  return Object.entries(services).filter(([, { image }]) => image === 'sente')
}

/** The configuration on the page about going live. */
export function shownConfiguration(): string {
  return blocksOf(textOf('docs/live.md')).find(({ language }) => language === 'json')?.text ?? ''
}

/** The credentials in this configuration. */
export function shownCredentials(): readonly string[] {
  return [...shownConfiguration().matchAll(/_env": "(\w+)"/g)].map(([, name = '']) => name)
}

/** The variables that name the file of a secret. */
export function fileForms(): readonly string[] {
  return [...settingsInFiles, ...shownCredentials()].map((name) => `${name}_FILE`)
}
