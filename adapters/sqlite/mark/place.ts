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
  try {
    if (isInContainer()) return undefined
    const id = readFileSync('/etc/machine-id', 'utf8').trim()
    return /^[0-9a-f]{32}$/.test(id) ? createHash('sha256').update(`sente ${id}`).digest('hex') : undefined
  } catch {
    return undefined
  }
}

function isInContainer(): boolean {
  if (signsOfContainers.some((file) => existsSync(file))) return true
  // The root of an image's file system lies over the image.
  return / \/ \/ .* - overlay /.test(readFileSync('/proc/self/mountinfo', 'utf8'))
}

/** Files that Docker, Podman, systemd and Kubernetes add to their containers. */
const signsOfContainers = [
  '/.dockerenv',
  '/run/.containerenv',
  '/run/systemd/container',
  '/var/run/secrets/kubernetes.io',
]
