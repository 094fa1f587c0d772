import { existsSync, readFileSync } from 'node:fs'

/** The version of this sente. */
type Release = {
  readonly version: string
  /** The commit of its build; undefined if it was not built in its repository. */
  readonly commit: string | undefined
}

/** The release of this program, from its package and its build. */
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

/** Beside the sources, or above the files built from them. */
function manifest(): URL {
  const beside = new URL('../../package.json', import.meta.url)
  return existsSync(beside) ? beside : new URL('../../../package.json', import.meta.url)
}
