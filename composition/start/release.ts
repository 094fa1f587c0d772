import { existsSync, readFileSync } from 'node:fs'

/** Which sente this is. */
type Release = {
  readonly version: string
  /** The commit that it was built from; undefined where it was not built in its repository. */
  readonly commit: string | undefined
}

/** The release of this program, of its package and as its build has recorded it. */
export function release(): Release {
  const { version } = JSON.parse(readFileSync(manifest(), 'utf8'))
  const built = new URL('../../commit', import.meta.url)
  const commit = existsSync(built) ? readFileSync(built, 'utf8').trim() : ''
  return { version, commit: commit === '' ? undefined : commit }
}

/** A release in words. */
export function releaseText({ version, commit }: Release): string {
  return commit === undefined ? version : `${version} (commit ${commit})`
}

/** Beside the sources, or above what was built from them. */
function manifest(): URL {
  const beside = new URL('../../package.json', import.meta.url)
  return existsSync(beside) ? beside : new URL('../../../package.json', import.meta.url)
}
