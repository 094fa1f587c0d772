import { ADDRCONFIG } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { FindAddresses } from './findAddresses.ts'

/**
 * A look-up for connections to the networks. For a name that no name server knows it asks the system, which may know
 * the name by other means, such as the search list of a cluster.
 */
export function networkLookup(find: FindAddresses): LookupFunction {
  const found = (name: string) =>
    find(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
        return systemLookup(name, { all: true, hints: ADDRCONFIG })
      throw error
    })
  return (name, { all }, callback) => {
    found(name).then(
      (addresses) => {
        const [first] = addresses
        if (all || !first) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}
