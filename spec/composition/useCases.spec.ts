import { expect } from 'chai'
import { made } from '../../core/sente.ts'
import { test } from '../rule.ts'

const factories = {
  countRows:
    ({ rows }: { readonly rows: number }) =>
    () =>
      rows,
  nameBooks:
    ({ name }: { readonly name: string }) =>
    () =>
      name,
}

describe('The process: use cases', () => {
  test('use cases are made from one object of ports, and a missing port does not compile', () => {
    const { countRows, nameBooks } = made(factories, { rows: 7, name: 'the books' })
    expect([countRows(), nameBooks()]).to.deep.equal([7, 'the books'])
    // @ts-expect-error A port is missing.
    expect(made(factories, { rows: 7 }).countRows()).to.equal(7)
  })
})
