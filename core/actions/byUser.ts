import { type ActionPorts, type Recording, recording } from './attribution.ts'

/** Records an act of an account's user. There are no actions for merchants' acts with their keys. */
export function recordingOfUser(ports: ActionPorts, { user }: { readonly user?: string }): Recording | undefined {
  return user === undefined ? undefined : recording(ports, { by: user })
}
