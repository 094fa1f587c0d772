import { expect } from 'chai'
import { type SourceFile, sourcesIn } from '../../sourceTree.ts'
import type { Wall } from './walls.ts'

/** The folders of the product. */
export const product = ['core', 'adapters', 'composition']

const read = new Map<string, SourceFile[]>()

/** The files below some folders, which are read once, so that walls can keep their findings in each. */
export function filesIn(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const files = read.get(folder) ?? sourcesIn(folder)
    read.set(folder, files)
    return files
  })
}

/** A file that does not exist. */
export const plant = (path: string, text: string): SourceFile => ({ path, text })

/** The examples of a wall: the code keeps it, and each of the planted files is found. */
export function stands(wall: Wall, planted: SourceFile[], folders = product) {
  return {
    'the code keeps it': () => expect(wall(filesIn(...folders))).to.deep.equal([]),
    'a planted offence is found': () => expect(wall(planted)).to.have.length(planted.length),
  }
}
