import { textOf } from '../../../sourceTree.ts'

/** A row of the table in docs/test-numbers.md, for one network and one operation. */
export type Row = { number: string; network: string; operation: string; answer: string; end: string; money: string }

/** Reads the table, with one row for each network and operation. */
export function documented(): Row[] {
  return textOf('docs/test-numbers.md')
    .split('\n')
    .filter((line) => /^\| (any other|9904\d\d) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .flatMap(([, number = '', networks = '', kinds = '', answer = '', end = '', money = '']) =>
      (networks === 'both' ? ['MTN', 'AIRTEL'] : [networks]).flatMap((network) =>
        (kinds === 'both' ? ['payout', 'collection'] : [kinds]).map((operation) => ({
          number,
          network,
          operation,
          answer,
          end,
          money,
        })),
      ),
    )
}
