import { expect } from 'chai'
import { problemsIn, readProfile } from '../../../../adapters/written/networkFiles/profile.ts'
import { mtnRwandaWithoutHeader } from '../../../../adapters/written/networkFiles/profiles/mtn/rwanda.ts'
import { mtnUganda } from '../../../../adapters/written/networkFiles/profiles/mtn/uganda.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import { rule, table } from '../../../rule.ts'
import { headings, readLines, rwandan, ugandanCollection, ugandanPayout } from './writtenFiles.ts'

const payout = {
  line: 2,
  atMs: Date.UTC(2026, 2, 31, 11, 5),
  withinMs: 60_000,
  direction: 'out',
  amountMinor: 2_000n,
  currency: 'UGX',
  phoneNumber: '256770000001',
  status: 'succeeded',
  kind: 'payment',
  ours: null,
  theirs: null,
  feeMinor: null,
  balanceMinor: null,
}

const refusedAs = async (lines: Parameters<typeof readLines>[0], how?: Parameters<typeof readLines>[1]) => {
  const read = await readLines(lines, how)
  return 'refused' in read ? [read.refused, read.message] : read.order
}

describe('120 Reconciliation: the files of networks', () => {
  rule(
    '120.1',
    'a network’s file is read by the profile with the same headings, and each of its rows becomes one row',
    {
      'MTN Uganda': async () => {
        const lines = [headings.mtnUganda, ugandanPayout('31/03/2026 14:05'), ugandanCollection('31/03/2026 14:06')]
        expect(await readLines(lines)).to.deep.equal({
          profile: 'mtn-uganda',
          order: 'day-first',
          rows: [payout, { ...payout, line: 3, atMs: payout.atMs + 60_000, direction: 'in' }],
        })
      },
      'MTN Uganda with ids': async () => {
        const lines = [headings.mtnUgandaWithId, `12345678901,${ugandanPayout('31/03/2026 14:05')}`]
        const read = await readLines(lines)
        expect(read).to.deep.equal({
          profile: 'mtn-uganda-id',
          order: 'day-first',
          rows: [{ ...payout, theirs: '12345678901' }],
        })
      },
      'MTN Rwanda, in four forms of dates': async () => {
        const dates = ['2026-03-31 13:05:09', '31/03/2026 13:05', '31/03/2026 13:05:09', '31/03/26 13:05']
        const read = await readLines([headings.mtnRwanda, ...dates.map((date) => rwandan(date))])
        const times =
          'rows' in read ? read.rows.map(({ atMs, withinMs }) => [new Date(atMs).toISOString(), withinMs]) : read
        expect(times).to.deep.equal([
          ['2026-03-31T11:05:09.000Z', 1_000],
          ['2026-03-31T11:05:00.000Z', 60_000],
          ['2026-03-31T11:05:09.000Z', 1_000],
          ['2026-03-31T11:05:00.000Z', 60_000],
        ])
        expect('rows' in read && read.rows[0]).to.deep.include({
          ...{ direction: 'out', amountMinor: 500n, currency: 'RWF', phoneNumber: '250780000001' },
          ...{ theirs: '1', feeMinor: 20n, balanceMinor: 9_000n },
        })
      },
      'Airtel Uganda, after some rows of the portal': async () => {
        const lines = [
          'Statement of,Duka',
          headings.airtelUganda,
          '10001,31-03-2026 14:05:09,to 0750000001,Transaction Success,"2,000.00",Debit,100,"50,000"',
          '10002,31-03-2026 14:06:00,from 0750000001,Transaction Failed,500,Credit,0,"50,000"',
        ]
        const read = await readLines(lines)
        const rows =
          'rows' in read
            ? read.rows.map(({ line, direction, status, amountMinor, feeMinor }) => [
                line,
                direction,
                status,
                amountMinor,
                feeMinor,
              ])
            : read
        expect(rows).to.deep.equal([
          [3, 'out', 'succeeded', 2_000n, 100n],
          [4, 'in', 'failed', 500n, 0n],
        ])
      },
      'M-Pesa': async () => {
        const lines = [
          headings.mpesa,
          'SC1,2026-03-31 14:05:09,Business Payment to Customer,Completed,,-500.50,1000,254700000001 - JANE,',
          'SC1,2026-03-31 14:05:09,Business Payment to Customer Charge,Completed,,-20,980,254700000001 - JANE,',
          'SC2,2026-03-31 14:06:09,Pay Bill Online,Completed,100,,1080,2547****001 - JANE,shop',
          'SC3,2026-03-31 14:07:09,Organization Settlement Account,Completed,,80,1000,600100 - BANK,',
        ]
        const read = await readLines(lines)
        const rows =
          'rows' in read
            ? read.rows.map(({ kind, direction, amountMinor, phoneNumber }) => [
                kind,
                direction,
                amountMinor,
                phoneNumber,
              ])
            : read
        expect(rows).to.deep.equal([
          ['payment', 'out', 50_050n, '254700000001'],
          ['fee', 'out', 2_000n, '254700000001'],
          ['payment', 'in', 10_000n, '2547****001'],
          ['other', 'out', 8_000n, null],
        ])
      },
      'an export with our ids': async () => {
        const lines = [
          headings.externalId,
          '2026-03-31 14:05:09,77,0198-ours,Disbursement,+256770000001,2000,UGX,Successful',
        ]
        const read = await readLines(lines)
        expect('rows' in read && read.rows[0]).to.include({ ours: '0198-ours', theirs: '77', direction: 'out' })
      },
      'one without headings, whose profile is named': async () => {
        const read = await readLines([rwandan('31/03/2026 13:05')], { profiles: [mtnRwandaWithoutHeader] })
        expect('rows' in read && read.rows.map(({ line }) => line)).to.deep.equal([1])
      },
    },
  )

  rule('120.2', 'a file can have a byte order mark, Windows line ends, blank lines, or no last line end', {
    'all of them': async () => {
      const text = `\uFEFF"date" ,FROM,${headings.mtnUganda.slice(10)}\r\n\r\n${ugandanPayout('31/03/2026 14:05')}\r\n,,,,,,,,,\r\n${ugandanCollection('31/03/2026 14:06')}`
      const read = await readLines(text)
      expect('rows' in read ? read.rows.map(({ line, direction }) => [line, direction]) : read).to.deep.equal([
        [3, 'out'],
        [5, 'in'],
      ])
    },
    'a name with a line end in it': async () => {
      const lines = [
        headings.mtnUganda,
        ugandanPayout('31/03/2026 14:05').replace(',A,', ',"A\nB",'),
        ugandanCollection('31/03/2026 14:06'),
      ]
      const read = await readLines(lines)
      expect('rows' in read ? read.rows.map(({ line }) => line) : read).to.deep.equal([2, 4])
    },
  })

  rule(
    '120.3',
    'the file proves or the operator says whether the day or the month comes first; it is never guessed',
    table(
      ['the dates', 'said', 'the order'],
      [
        ['12/12/2026', undefined, 'day-first'],
        ['01/02/2026', undefined, 'unproven_dates'],
        ['01/02/2026', 'day-first', 'day-first'],
        ['01/02/2026', 'month-first', 'month-first'],
        ['01/02/2026 12/02/2026', undefined, 'unproven_dates'],
        ['01/02/2026 13/02/2026', undefined, 'day-first'],
        ['01/02/2026 02/13/2026', undefined, 'month-first'],
        ['13/02/2026 02/13/2026', undefined, 'unproven_dates'],
        ['13/02/2026', 'month-first', 'unproven_dates'],
        ['2026-02-01', undefined, 'day-first'],
        ['05/01 06/01 07/01 08/01 01/02 02/02 03/02 04/02 05/02', undefined, 'unproven_dates'],
        ['05/01 06/01 07/01 08/01 01/02 02/02 03/02 04/02 05/02 06/02', undefined, 'day-first'],
        ['01/02 02/03 03/04 04/05 05/06 06/07 07/08 08/09 09/10 10/11', undefined, 'unproven_dates'],
        ['06/02 05/02 04/02 03/02 02/02 01/02 08/01 07/01 06/01 05/01', undefined, 'day-first'],
        ['01/05 01/06 01/07 01/08 02/01 02/02 02/03 02/04 02/05 02/06', undefined, 'unproven_dates'],
      ],
      async (dates, said, order) => {
        const whole = dates.split(' ').map((date) => `${date.length === 5 ? `${date}/2026` : date} 13:05:00`)
        const lines = [headings.mtnRwanda, ...whole.map((date) => rwandan(date))]
        const answer = await refusedAs(lines, said === undefined ? {} : { dates: said as 'day-first' })
        expect(typeof answer === 'string' ? answer : answer[0]).to.equal(order)
      },
    ),
  )

  rule(
    '120.4',
    'a row that cannot be read is an error that names its line and column, and no row of its file is used',
    table(
      ['error', 'the message'],
      [
        [
          'a date on no calendar',
          'It can\'t be read at line 3, column Date: "31/02/2026 14:05" is not on the calendar',
        ],
        ['an amount', 'It can\'t be read at line 3, column Amount: "2,00" is not an amount in UGX'],
        [
          'cents of a currency without them',
          'It can\'t be read at line 3, column Amount: "2000.50" is not an amount in UGX',
        ],
        ['an amount below zero', 'It can\'t be read at line 3, column Amount: "-2000" is below zero'],
        ['a currency', 'It can\'t be read at line 3, column Currency: "SHS" is not a currency that sente knows'],
        ['a column too few', "It can't be read at line 3: it has 9 columns instead of 10"],
        [
          'a file cut off within quotes',
          "It can't be read at line 3: Quote Not Closed: the parsing is finished with an opening quote at line 3",
        ],
      ],
      async (what, message) => {
        const row = ugandanPayout('31/03/2026 14:05')
        const spoiled = {
          'a date on no calendar': ugandanPayout('31/02/2026 14:05'),
          'an amount': ugandanPayout('31/03/2026 14:05', '"2,00"'),
          'cents of a currency without them': ugandanPayout('31/03/2026 14:05', '2000.50'),
          'an amount below zero': ugandanPayout('31/03/2026 14:05', '-2000'),
          'a currency': row.replace('UGX', 'SHS'),
          'a column too few': row.replace(',Duka,', ','),
          'a file cut off within quotes': row.slice(0, -4),
        }[what]
        const lines = [headings.mtnUganda, row, spoiled ?? '', ...(what.startsWith('a file') ? [] : [row])]
        expect(await refusedAs(lines.join('\n'))).to.deep.equal(['broken_rows', message])
      },
    ),
  )

  rule('120.5', 'words that a profile does not know are errors', {
    'a status': async () => {
      const [, message] = await refusedAs([
        headings.mtnRwanda,
        rwandan('31/03/2026 13:05').replace('Successful', 'Odd'),
      ])
      expect(message).to.equal('It can\'t be read at line 2, column Status: "Odd" is not a status in the profile')
    },
    'a direction': async () => {
      const row = '10001,31-03-2026 14:05:09,x,Success,2000,Both,100,50000'
      const [, message] = await refusedAs([headings.airtelUganda, row])
      expect(message).to.equal(
        'It can\'t be read at line 2, column Credit/Debit: "Both" does not show the direction of the money',
      )
    },
    'several rows': async () => {
      const row = rwandan('31/03/2026 13:05').replace('Successful', 'Odd')
      const [, message] = await refusedAs([headings.mtnRwanda, row, row, row])
      expect(message).to.match(/, and at least 2 more rows$/)
    },
  })

  rule('120.6', 'a file is refused when no profile has its headings, or several have', {
    'other headings': async () => {
      expect(await refusedAs(['When,How much', '31/03/2026,5'])).to.have.property('0', 'unknown_file')
      expect(await refusedAs('')).to.have.property('0', 'unknown_file')
    },
    'its headings in another order': async () => {
      const other = headings.mtnUganda.replace('From,From account', 'From account,From')
      expect(await refusedAs([other])).to.have.property('0', 'unknown_file')
    },
    'several profiles': async () => {
      const profiles = [mtnUganda, { ...mtnUganda, name: 'mine' }]
      const [refused, message] = await refusedAs([headings.mtnUganda], { profiles })
      expect([refused, message]).to.deep.equal([
        'several_profiles',
        'Its headings match several profiles, mtn-uganda, mine: choose one',
      ])
    },
    'no two of the profiles in sente': async () => {
      for (const lines of Object.values(headings)) expect(await readLines([lines])).to.deep.include({ rows: [] })
    },
  })

  rule('120.7', 'a profile is JSON that an operator can write, and its errors are named', {
    'as JSON it is the same': () => {
      for (const profile of shippedProfiles)
        expect(readProfile(JSON.stringify(profile))).to.deep.equal({ profile: JSON.parse(JSON.stringify(profile)) })
    },
    'with semicolons, and commas in amounts': async () => {
      const profile = { ...mtnUganda, decimal: ',' } as const
      const lines = [headings.mtnUganda, ugandanPayout('31/03/2026 14:05', '2.000')].map((line) =>
        line.replaceAll(',', ';'),
      )
      const read = await readLines([lines[0] ?? '', (lines[1] ?? '').replace('2.000', '2.000,00')], {
        profiles: [profile],
      })
      expect('rows' in read ? read.rows : read).to.deep.equal([payout])
    },
    error: () => {
      expect(readProfile('{')).to.have.nested.property('problems[0]').that.includes('it is not JSON')
      expect(readProfile('{"name":"a"}')).to.deep.equal({
        problems: ['about', 'header', 'time', 'amount', 'currency'].map(
          (name) => `/ must have required property '${name}'`,
        ),
      })
      const { direction: _, ...without } = mtnUganda
      const wrong = { ...without, fee: 'Cost', fees: { Date: '(' } }
      expect(problemsIn(wrong)).to.deep.equal([
        'the column "Cost" is not the first name of a heading',
        '"(" is not a regular expression',
        'it does not define the direction of the money: it needs direction, or two columns of amounts',
      ])
    },
  })
})
