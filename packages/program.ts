import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const target = join(dist, 'program')

/**
 * Joins the built modules of the program, and the container's 260, into a dozen files in `dist/program/`. Finding and
 * compiling 1,200 modules takes more than half of a command's time.
 */
export async function joinProgram(): Promise<void> {
  await build({
    entryPoints: [join(dist, 'composition', 'main.js')],
    outdir: target,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    plugins: [packagesApart, filesByModule],
  })
  const licences = ['inversify', '@inversifyjs/core'].map((name) =>
    readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8'),
  )
  writeFileSync(join(target, 'LICENSE-inversify'), licences.join('\n'))
}

/** All packages but the container's stay as npm installs them, so that each is updated separately. */
const packagesApart: Plugin = {
  name: 'packages apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
      const isContainers = /^@?inversify/.test(path)
      return kind === 'entry-point' || isContainers ? undefined : { path, external: true }
    })
  },
}

/** A module that looks for files beside itself still finds them. */
const filesByModule: Plugin = {
  name: 'files by module',
  setup({ onLoad }) {
    onLoad({ filter: /^.*\/dist\/(adapters|composition)\/.*\.js$/ }, ({ path }) => {
      const itself = `new URL(${JSON.stringify(relative(target, path))}, import.meta.url).href`
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', itself), loader: 'js' }
    })
  },
}
