import { type ActionPorts, type Recording, recording } from './attribution.ts'

/** Records what a user of an account does; of what merchants do with their keys there are no actions. */
export function recordingOfUser(ports: ActionPorts, { user }: { readonly user?: string }): Recording | undefined {
  return user === undefined ? undefined : recording(ports, { by: user })
}
