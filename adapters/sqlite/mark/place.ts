import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where a database is served. The host and the path are for people: both change without a copy. */
export type Place = {
  readonly host: string
  readonly path: string
  /** Identifies the machine; absent where nothing does, as in a container. */
  readonly machine?: string
}

/** The place of a database in this process. */
export function placeOf(path: string): Place {
  const machine = machineId()
  return { host: hostname(), path: realpathSync(path), ...(machine !== undefined && { machine }) }
}

/**
 * A digest of the id that systemd gives a machine at its installation, which is meant to stay secret. The id in a
 * container is its image's, and changes with it.
 */
function machineId(): string | undefined {
  if (isInContainer()) return undefined
  try {
    const id = readFileSync('/etc/machine-id', 'utf8').trim()
    return /^[0-9a-f]{32}$/.test(id) ? createHash('sha256').update(`sente ${id}`).digest('hex') : undefined
  } catch {
    return undefined
  }
}

function isInContainer(): boolean {
  const { KUBERNETES_SERVICE_HOST, container } = process.env
  if (KUBERNETES_SERVICE_HOST !== undefined || container !== undefined) return true
  return ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))
}
