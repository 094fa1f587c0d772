import { expect } from 'chai'
import { addCore, blockIn, emptyProject, type Project } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

describe('201 The package', () => {
  let project: Project
  before(() => {
    project = emptyProject()
    addCore(project)
  })
  rule('201.1', 'the README’s lines that embed the core send money, with only the core installed', () => {
    project.add('embed.js', blockIn('README.md'))
    const { status, stdout, stderr } = project.run('embed.js')
    expect(status, stderr).to.equal(0)
    expect(stdout).to.include("state: 'pending'")
  })

  rule('201.2', 'they are ten lines beside their imports, and the same everywhere', {
    'ten lines': () => {
      const lines = blockIn('README.md').split('\n')
      expect(lines.filter((line) => line !== '' && !line.startsWith('import'))).to.have.length(10)
    },
    'the README of the core’s package': () => expect(blockIn('packages/core/README.md')).to.equal(blockIn('README.md')),
    'the first of the examples': () => expect(textOf('examples/embed.ts')).to.equal(blockIn('README.md')),
  })

  rule('201.3', 'they compile unchanged, in the strictest mode and without Node’s types', () => {
    project.add('embed.ts', blockIn('README.md'))
    expect(project.typeErrors(['embed.ts'])).to.deep.equal([])
  })

  rule('201.4', 'each entry of the core loads only the core', {
    '@sente/core': () => expect(project.loadedBy('@sente/core')).to.deep.equal(['@sente/core']),
    '@sente/core/memory': () => expect(project.loadedBy('@sente/core/memory')).to.deep.equal(['@sente/core']),
    '@sente/core/conformance': () => expect(project.loadedBy('@sente/core/conformance')).to.deep.equal(['@sente/core']),
    '@sente/core/node': () => expect(project.loadedBy('@sente/core/node')).to.deep.equal(['@sente/core']),
  })
})
