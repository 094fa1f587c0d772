import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { lendSqlite } from '../../../fixtures/livePage.ts'

/** An image made without Docker: a folder in place of its root, and its command. */
export type Image = {
  readonly root: string
  readonly user: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  /** The command of the health check. */
  readonly healthCheck: readonly string[]
}

/** Runs the steps of a Dockerfile in folders in place of images, with files from a context; the base images are not needed. */
export function buildWithoutDocker(text: string, { folder, context }: { folder: string; context: string }): Image {
  const stages = new Map<string, string>()
  let image = emptyImage('')
  for (const { name, rest } of instructionsOf(text)) {
    if (name === 'FROM') {
      const [, stage = 'image'] = rest.split(' AS ')
      image = emptyImage(join(folder, stage))
      stages.set(stage, image.root)
      continue
    }
    image = steps[name]?.({ image, rest, context, stages }) ?? unknown(name)
  }
  return image
}

type Step = (given: {
  readonly image: Image
  readonly rest: string
  readonly context: string
  readonly stages: ReadonlyMap<string, string>
}) => Image

const json = (rest: string): string[] => JSON.parse(rest)

const steps: Readonly<Record<string, Step>> = {
  WORKDIR({ image, rest }) {
    mkdirSync(join(image.root, rest), { recursive: true })
    return { ...image, workdir: rest }
  },
  COPY({ image, rest, context, stages }) {
    const [, stage = '', words = rest] = /^--from=(\w+) (.*)$/.exec(rest) ?? []
    const paths = words.split(' ')
    const to = paths.pop() ?? ''
    const from = stage === '' ? context : (stages.get(stage) ?? unknown(stage))
    const target = join(image.root, to.startsWith('/') ? to : join(image.workdir, to))
    for (const path of paths.flatMap((pattern) => found(pattern.replace(/^\//, ''), from)))
      cpSync(join(from, path), to.endsWith('/') ? join(target, basename(path)) : target, {
        recursive: true,
        verbatimSymlinks: true,
      })
    return image
  },
  RUN({ image, rest }) {
    const line = rest.replaceAll(/(?<=\s)\/(?=opt|usr|var)/g, `${image.root}/`).replace(/ -o node -g node/, '')
    mkdirSync(join(image.root, 'usr/local/bin'), { recursive: true })
    const env = { ...process.env, npm_config_ignore_scripts: 'true' }
    execFileSync('sh', ['-ec', line], { cwd: join(image.root, image.workdir), env, stdio: 'pipe' })
    if (line.startsWith('npm install')) lendSqlite(join(image.root, image.workdir))
    return image
  },
  USER: ({ image, rest }) => ({ ...image, user: rest }),
  ENV({ image, rest }) {
    const set = rest.split(' ').map((pair) => pair.split('='))
    return { ...image, environment: { ...image.environment, ...Object.fromEntries(set) } }
  },
  ENTRYPOINT: ({ image, rest }) => ({ ...image, entrypoint: json(rest) }),
  CMD: ({ image, rest }) => ({ ...image, command: json(rest) }),
  HEALTHCHECK: ({ image, rest }) => ({ ...image, healthCheck: json(rest.replace(/^.* CMD /, '')) }),
  VOLUME: ({ image }) => image,
  EXPOSE: ({ image }) => image,
}

/** The files in a folder that match a pattern. */
function found(pattern: string, cwd: string): string[] {
  return execFileSync('sh', ['-c', `ls -d ${pattern}`], { cwd, encoding: 'utf8' })
    .trim()
    .split('\n')
}

function emptyImage(root: string): Image {
  return { root, user: 'root', workdir: '/', environment: {}, entrypoint: [], command: [], healthCheck: [] }
}

function instructionsOf(text: string): { name: string; rest: string }[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => {
    const [name = ''] = line.split(' ')
    return { name, rest: line.slice(name.length + 1) }
  })
}

function unknown(name: string): never {
  throw new Error(`this is not understood: ${name}`)
}
