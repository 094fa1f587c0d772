import { expect } from 'chai'
import { addressOf } from '../../../../adapters/postgres/connection/databaseUrl.ts'
import { rule } from '../../../rule.ts'

describe('115 PostgreSQL: on another machine', () => {
  rule('115.25', 'a URL of another machine must say whether to use TLS; a URL of this machine need not', () => {
    const problemOf = (path: string) => {
      try {
        addressOf(path)
        return undefined
      } catch (error) {
        return (error as Error).message
      }
    }
    const refusing = (host: string) =>
      `the database's URL leads to another machine, ${host}, and must state whether to use TLS: sslmode=verify-full, or ` +
      'sslmode=disable in a private network'
    for (const [path, host] of [
      ['//sente:hunter2@db1/money', 'db1'],
      ['//localhost,10.0.0.7:6432/money', '10.0.0.7:6432'],
      ['//db1/money?sslmode=', 'db1'],
      ['//db1/money?sslmode=verify', 'db1'],
      ['//[fd00::1]:5432/money', '[fd00::1]:5432'],
      ['//localhost/money?host=db9', 'db9'],
      ['//127.0.0.1.example/money', '127.0.0.1.example'],
    ] as const)
      expect(problemOf(path), path).to.equal(refusing(host))
    for (const path of [
      '//sente:hunter2@db1,db2/money?sslmode=verify-full',
      '//db1/money?sslmode=disable',
      '//localhost,127.0.0.1:6432,127.0.0.2/money',
      '//sente@[::1]:5432/money',
      '//%2Fvar%2Frun%2Fpostgresql/money',
      '//localhost/money?host=/var/run/postgresql',
    ])
      expect(problemOf(path), path).to.equal(undefined)
  })
})
