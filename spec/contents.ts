import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentsOf } from './book.ts'
import { projectFolder, sourcesIn } from './sourceTree.ts'

writeFileSync(join(projectFolder, 'spec', 'CONTENTS.md'), contentsOf(sourcesIn('spec')))
