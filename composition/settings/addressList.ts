import { BlockList } from 'node:net'
import { addressList as listOf } from '../../adapters/written/addressList.ts'
import { SettingsError } from './validated.ts'

/** The form of a setting that lists addresses. */
export const addressListForm = 'none, or addresses and subnets separated by commas, such as 127.0.0.1,10.0.0.0/8'

/** Reads a setting that lists addresses. Throws a SettingsError for an item that is neither an address nor a subnet. */
export function addressList(name: string, text: string): BlockList {
  if (text === 'none') return new BlockList()
  const list = listOf(text.split(','))
  if (list) return list
  throw new SettingsError(`${name} is ${JSON.stringify(text)}, but must be ${addressListForm}`)
}
