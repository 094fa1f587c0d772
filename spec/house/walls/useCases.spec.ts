import { expect } from 'chai'
import { test } from '../../rule.ts'
import { sourcesIn } from '../../sourceTree.ts'
import { misshapenUseCases, strayUseCases } from './useCases.ts'

const planted = `
type Ports = { readonly books: { readonly name: string } }
type Asked = { readonly id: string }

export declare function toText(amount: number, currency: string): string
export type ListRows = () => Promise<string>
export declare function listRows(ports: Ports): ListRows
export type MoveRow = (request: Asked) => Promise<string>
export declare function moveRow(ports: Ports): MoveRow

export declare function audit(books: Ports['books']): Promise<string>
export type CopyRow = (request: Asked) => Promise<string>
export declare function copyRow(books: Ports['books'], name: string): CopyRow
export type FindRow = (caller: Asked, request: Asked) => Promise<string>
export declare function findRow(ports: Ports): FindRow
export type DropRow = (id: string) => Promise<string>
export declare function dropRow(ports: Ports): DropRow
export declare function hideRow(ports: Ports): MoveRow
export type Rows = { find(request: Asked): Promise<string> }
export declare function rows(ports: Ports): Rows
export type FollowUp = { hint(id: string, at: number): Promise<void> }
export declare function followUp(ports: Ports): FollowUp
`

const listed = `
type Ports = { readonly books: { readonly name: string } }

export declare function toText(amount: number, currency: string): string
export type ListRows = () => Promise<string>
export declare function listRows(ports: Ports): ListRows
export type MoveRow = () => Promise<string>
export declare function moveRow(ports: Ports): MoveRow
export type DropRow = () => Promise<string>
export declare function dropRow(ports: Ports): DropRow
export declare const rowUseCases: { readonly moveRow: typeof moveRow; readonly dropRow: typeof dropRow }
export declare const otherUseCases: { readonly moveRow: typeof moveRow }
`

describe('The structure of the code: use cases', () => {
  test('a use case takes its ports as one object, and then its request as one object or nothing', {
    'the core keeps it': () => expect(misshapenUseCases(sourcesIn('core'))).to.deep.equal([]),
    'planted offences are found': () =>
      expect(misshapenUseCases([{ path: 'core/sente.ts', text: planted }])).to.deep.equal([
        'audit does not make a function of its own name',
        'copyRow does not take one object of ports',
        'findRow does not make a function of one request',
        'dropRow does not make a function of one request',
        'hideRow does not make a function of its own name',
        'rows does not make a function of one request',
        'followUp does not make a function of one request',
      ]),
  })

  test('a use case is in the object of exactly one subject', {
    'the core keeps it': () => expect(strayUseCases(sourcesIn('core'))).to.deep.equal([]),
    'planted offences are found': () =>
      expect(strayUseCases([{ path: 'core/sente.ts', text: listed }])).to.deep.equal([
        'listRows is in 0 subjects',
        'moveRow is in 2 subjects',
      ]),
  })
})
