import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Puts the program that draws the reference, with its licences, into the build. */
for (const path of ['LICENSE', 'bundles/redoc.standalone.js', 'bundles/redoc.standalone.js.LICENSE.txt'])
  cpSync(join(root, 'node_modules/redoc', path), join(root, 'dist/redoc', path))
