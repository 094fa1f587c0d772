import { expect } from 'chai'
import { type SourceFile, sourcesIn } from '../../sourceTree.ts'
import type { Wall } from './walls.ts'

/** The folders of the product. */
export const product = ['core', 'adapters', 'composition']

/** A file that does not exist. */
export const plant = (path: string, text: string): SourceFile => ({ path, text })

/** The examples of a wall: the code keeps it, and each of the planted files is found. */
export function stands(wall: Wall, planted: SourceFile[], folders = product) {
  return {
    'the code keeps it': () => expect(wall(sourcesIn(...folders))).to.deep.equal([]),
    'a planted offence is found': () => expect(wall(planted)).to.have.length(planted.length),
  }
}
