import { expect } from 'chai'
import { airtelUganda } from '../../../../adapters/written/networkFiles/profiles/airtelUganda.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import type { FileRow } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { realFile } from './realFiles.ts'
import { headings, readLines } from './writtenFiles.ts'

/** A row as a text: local time, direction, amount, and what else it has. */
function told(row: FileRow, offsetHours: number): string {
  const { atMs, withinMs, direction, amountMinor, phoneNumber, theirs, kind, feeMinor, balanceMinor } = row
  const local = new Date(atMs + offsetHours * 3_600_000)
    .toISOString()
    .replace(withinMs === 1_000 ? '.000Z' : ':00.000Z', '')
  const parts = [local.replace('T', ' '), direction, amountMinor, phoneNumber, theirs, kind, feeMinor, balanceMinor]
  return parts.map((part) => part ?? '-').join(' ')
}

/** The profile and the rows of a text, or the reason to refuse it. */
async function read(text: string, offsetHours = 3): Promise<readonly string[]> {
  const found = await readLines(text)
  if ('refused' in found) return [`${found.refused}: ${found.message}`]
  return [found.profile, ...found.rows.map((row) => told(row, offsetHours))]
}

const airtel = [
  '2025-08-31 08:17 in 5000 - 91000000001 payment 0 105000',
  '2025-08-31 23:14 out 7000 - 91000000002 payment 0 98000',
] as const

const february = [
  '2025-02-01 07:16:11 in 5000 - 91000000001 payment 0 105000',
  '2025-02-02 07:16:11 in 5000 - 91000000002 payment 0 205000',
] as const

/** A file of Airtel with one amount. */
function withAmount(amount: string, balance = ''): string {
  return `${headings.airtelUganda}\n1,2025-02-01 07:16:11,Payment,Success,"${amount}",Credit,0,"${balance}"\n`
}

describe('120 Reconciliation: files of real layouts', () => {
  rule('120.91', 'each layout that was seen is read by a profile of its own, and no row is lost or added', {
    'Airtel Uganda': table(
      ['the file', 'the profile'],
      [
        ['airtel-ug-12h.csv', 'airtel-uganda'],
        ['airtel-ug-24h.csv', 'airtel-uganda'],
        ['airtel-ug-month-name.csv', 'airtel-uganda'],
      ],
      async (file, profile) => {
        expect(await read(realFile(file))).to.deep.equal([profile, ...airtel])
      },
    ),
    'Airtel Uganda, with amounts below zero for outgoing money': async () => {
      expect(await read(realFile('airtel-ug-signed.csv'))).to.deep.equal([
        'airtel-uganda-signed',
        '2025-02-01 07:16:11 in 5000 - 91000000001 payment 0 105000',
        '2025-02-01 09:20:00 out 7000 - 91000000002 payment 0 98000',
      ])
    },
    'an agent’s sheet of MTN Uganda': async () => {
      expect(await read(realFile('mtn-ug-agent.csv'))).to.deep.equal([
        'mtn-uganda-agent',
        '2025-09-01 08:41 in 5000 256771000001 23000000001 payment 0 105000',
        '2025-09-01 09:20 out 7000 256771000003 23000000002 payment 0 98000',
      ])
    },
    'the same with the time first, with a tax, and with kinds that are no payments': async () => {
      const lines = [
        'Date / Time,Transaction ID,Transaction Type,Amount,From Account,To Account,Fee,Commision Amount,TAX,Commision Receiving No.,Commision Balance,Float Balance',
        '2025-09-01 08:41,1,TRANSFER,-7000,256780000000,0771000003,100,0,35,None,0,98000',
        '2025-09-01 08:42,2,CASH_IN,"10,000",256770000001,256780000000@duka.sp,0,0,0,None,0,"108,000"',
        '2025-09-01 08:43,3,DEPOSIT,20000,False,256780000000@duka.sp,0,0,0,None,0,128000',
      ]
      expect(await read(lines.join('\n'))).to.deep.equal([
        'mtn-uganda-agent-by-time',
        '2025-09-01 08:41 out 7000 256771000003 1 payment 135 98000',
        '2025-09-01 08:42 in 10000 256770000001 2 other 0 108000',
        '2025-09-01 08:43 in 20000 - 3 other 0 128000',
      ])
    },
    'MTN Rwanda with date and time in two columns': async () => {
      expect(await read(realFile('mtn-rw-date-time.csv'), 2)).to.deep.equal([
        'mtn-rwanda-date-time',
        '2024-03-15 14:30:45 in 5000 250788123456 MP240315.1430.A12345 payment - 15000',
        '2024-03-15 23:50:10 in 500 250788123457 MP240315.2350.A12346 payment - 15500',
      ])
    },
    'M-Pesa with thirteen columns, the newest row first': async () => {
      expect(await read(realFile('mpesa-org-13.csv'))).to.deep.equal([
        'mpesa-organisation-long',
        '2025-10-13 11:00:00 out 500000 - TJA1AA1AAD other - 56500',
        '2025-10-12 10:00:00 out 300 - TJA1AA1AAC fee - 556500',
        '2025-10-11 09:00:00 out 500 - TJA1AA1AAB fee - 556800',
        '2025-10-11 09:00:00 in 50000 254711000002 TJA1AA1AAB payment - 557300',
        '2025-10-10 08:15:00 out 2700 - TJA1AA1AAA fee - 507300',
        '2025-10-10 08:15:00 in 500000 254711000001 TJA1AA1AAA payment - 510000',
      ])
    },
    'M-Pesa with seven columns, and with the account before the party': table(
      ['the headings', 'the row', 'the profile', 'the payment'],
      [
        [
          'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)',
          'TJA1AA1AAA,13/10/2025 16:15:18,Pay Bill Online from 07****222 - BOB Acc. shop,Completed,"1,900.00",0.00,"1,900.00"',
          'mpesa-organisation-short',
          '2025-10-13 16:15:18 in 190000 2547****222 TJA1AA1AAA payment - 190000',
        ],
        [
          'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Account No.,Other Party Info',
          'TJA1AA1AAA,15/08/2024 2:30 PM,Pay Bill from 254712***456 - NAME Acc. A1,Completed,100.00,,100.00,A1,254712***456 - NAME',
          'mpesa-organisation-by-account',
          '2024-08-15 14:30 in 10000 254712***456 TJA1AA1AAA payment - 10000',
        ],
        [
          'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.,Currency',
          'TJA1AA1AAA,15-08-2024 12:30:00,15-08-2024 12:30:00,FSI to Pay Bill by 999002 - BANK Acc. A1,Completed,100.00,,100.00,true,Pay,999002 - BANK,,A1,KES',
          'mpesa-organisation-with-currency',
          '2024-08-15 12:30:00 in 10000 - TJA1AA1AAA payment - 10000',
        ],
      ],
      async (heading, row, profile, payment) => {
        expect(await read(`${heading}\n${row}\n`)).to.deep.equal([profile, payment])
      },
    ),
    'MTN Rwanda with another name for the balance': async () => {
      const row = '1,2026-03-31 13:05:09,Successful,Transfer,FRI:duka/MM,D,FRI:250780000001/MSISDN,A,500,20,9000'
      expect(await read(`${headings.mtnRwanda.replace('Balance', 'CurrencyBalance')}\n${row}\n`, 2)).to.deep.equal([
        'mtn-rwanda',
        '2026-03-31 13:05:09 out 500 250780000001 1 payment 20 9000',
      ])
    },
    'and no two profiles read the same headings': () => {
      const all = shippedProfiles.filter(({ withoutHeader }) => !withoutHeader)
      const names = all.map(({ header }) => header.map(([name]) => name?.toLowerCase()).join())
      expect(new Set(names).size).to.equal(all.length)
    },
  })

  rule('120.92', 'an amount is read with its currency, groups, sign and side, and never as another one', {
    'ten ways to write 5,000': async () => {
      const found = await readLines(realFile('amounts.csv'))
      const amounts =
        'rows' in found ? found.rows.map(({ direction, amountMinor }) => `${direction} ${amountMinor}`) : found
      expect(amounts).to.deep.equal(Array.from({ length: 10 }, () => 'in 5000'))
    },
    others: table(
      ['the amount', 'the row'],
      [
        ['1,234,567', 'in 1234567'],
        ["1'234'567", 'in 1234567'],
        ['Shs 5,000', 'in 5000'],
        ['5,000 cr', 'in 5000'],
        ['5,000CR', 'in 5000'],
        ['5,000 DR', 'of the other direction than the row'],
        ['(5,000)', 'below zero'],
        ['-5,000', 'below zero'],
        ['UGX -5,000', 'below zero'],
        ['5,000-', 'below zero'],
        ['5,00', 'not an amount in UGX'],
        ['5.000', 'not an amount in UGX'],
        ['5,0000', 'not an amount in UGX'],
        ['1,234 567', 'not an amount in UGX'],
        ['KES 5,000', 'not an amount in UGX'],
        ['5000.50', 'not an amount in UGX'],
        ['5e3', 'not an amount in UGX'],
        ['--5', 'not an amount in UGX'],
        ['(5,000', 'not an amount in UGX'],
        ['1234567890123456', 'not an amount in UGX'],
        ['', 'not an amount in UGX'],
      ],
      async (amount, expected) => {
        const found = await readLines(withAmount(amount))
        const shown =
          'rows' in found ? found.rows.map((row) => `${row.direction} ${row.amountMinor}`)[0] : found.message
        expect(shown).to.match(new RegExp(`${expected}$`))
      },
    ),
    'by the sign or the side, if the profile says so': table(
      ['the amount', 'the row'],
      [
        ['5,000', 'in 5000'],
        ['-5,000', 'out 5000'],
        ['(5,000)', 'out 5000'],
        ['UGX -5,000', 'out 5000'],
        ['−5,000', 'out 5000'],
        ['5,000 DR', 'out 5000'],
        ['(5,000) DR', 'out 5000'],
        ['-5,000 CR', 'a credit below zero'],
        ['0', 'in 0'],
      ],
      async (amount, expected) => {
        const heading = headings.airtelUganda.replace('Credit/Debit,', '')
        const found = await readLines(`${heading}\n1,2025-02-01 07:16:11,Payment,Success,"${amount}",0,\n`)
        const shown =
          'rows' in found ? found.rows.map((row) => `${row.direction} ${row.amountMinor}`)[0] : found.message
        expect(shown).to.match(new RegExp(`${expected}$`))
      },
    ),
    'a balance': table(
      ['the balance', 'in minor units'],
      [
        ['105,000', 105_000n],
        ['105,000 CR', 105_000n],
        ['105,000 DR', -105_000n],
        ['(105,000)', -105_000n],
        ['-', null],
      ],
      async (balance, minor) => {
        const found = await readLines(withAmount('5,000', balance))
        expect('rows' in found && found.rows.map(({ balanceMinor }) => balanceMinor)).to.deep.equal([minor])
      },
    ),
    'in two columns, each for its own side': table(
      ['paid in', 'withdrawn', 'the row'],
      [
        ['5.00', '', 'in 500'],
        ['5.00', '0.00', 'in 500'],
        ['0.00', '-5.00', 'out 500'],
        ['', '5.00 DR', 'out 500'],
        ['5.00 DR', '', 'marked as of the other side'],
        ['5.00', '5.00', 'also has an amount in Paid In'],
        ['-5.00', '', 'below zero'],
      ],
      async (paidIn, withdrawn, expected) => {
        const row = `S1,2026-03-31 14:05:09,Pay Bill Online,Completed,${paidIn},${withdrawn},,,`
        const found = await readLines(`${headings.mpesa}\n${row}\n`)
        const shown =
          'rows' in found ? found.rows.map((one) => `${one.direction} ${one.amountMinor}`)[0] : found.message
        expect(shown).to.match(new RegExp(`${expected}$`))
      },
    ),
  })

  rule(
    '120.93',
    'a time is read in the forms of the profile, and a text of no form, or on no calendar or clock, is an error',
    table(
      ['the form', 'the time', 'in Kampala'],
      [
        ['DD-MMM-YY hh:mm AM', '31-Aug-25 11:14 PM', '2025-08-31 23:14'],
        ['DD-MMM-YY hh:mm AM', '31-AUGUST-25 12:14 a.m.', '2025-08-31 00:14'],
        ['DD MMM YYYY', '1 Sept 2025', '2025-09-01 00:00'],
        ['DD-MMM-YYYY HH:mm:ss', '24-MAR-2026  18:35:57', '2026-03-24 18:35:57'],
        ['DD-MMM-YY', '31-Aux-25', 'not a time'],
        ['DD-MMM-YY', '31-Jun-25', 'not on the calendar'],
        ['A-B-YY HH:mm', '31-08-25 23:14', '2025-08-31 23:14'],
        ['A-B-YY hh:mm AM', '31-08-25 13:14 PM', 'not a time'],
        ['A-B-YY hh:mm AM', '31-08-25 00:14 AM', 'not a time'],
        ['A/B/YYYY hh:mm AM', '31/08/2025 12:30 PM', '2025-08-31 12:30'],
        ['YYYY-MM-DDTHH:mm:ss', '2025-08-31T23:14:05', '2025-08-31 23:14:05'],
        ['serial', '45900.968055556', '2025-08-31 23:14:00'],
        ['serial', '45900', '2025-08-31 00:00'],
        ['serial', '45900.99999', '2025-08-31 23:59:59'],
        ['serial', '459', 'not a time'],
      ],
      async (form, time, expected) => {
        const profile = { ...airtelUganda, time: { ...airtelUganda.time, forms: [form] } }
        const lines = [headings.airtelUganda, `1,${time},Payment,Success,5,Credit,0,`]
        const found = await readLines(lines, { profiles: [profile] })
        const [row] = 'rows' in found ? found.rows : []
        const shown = row ? told(row, 3).split(' in ')[0] : 'message' in found && found.message
        expect(shown).to.match(new RegExp(row ? `^${expected}$` : `is ${expected}(: .*)?$`))
      },
    ),
  )

  rule('120.94', 'a record that is no row is known by the profile, and a sum in it has to be that of the rows', {
    'in each place': table(
      ['the file', 'the number of rows'],
      [
        ['opening-row.csv', 1],
        ['totals-row.csv', 2],
        ['footer.csv', 2],
        ['headings-again.csv', 2],
        ['second-table.csv', 2],
      ],
      async (file, rows) => {
        expect(await read(realFile(file))).to.deep.equal(['airtel-uganda', ...february.slice(0, rows)])
      },
    ),
    'and any other record is an error': table(
      ['the record', 'the reason'],
      [
        [',,Balance brought forward,,,,,"100,000"', '"" is not a time'],
        ['Thank you', 'it has 1 columns instead of 8'],
        ['91000000003,,Payment,Success,5,Credit,0,', '"" is not a time'],
      ],
      async (record, reason) => {
        const [shown] = await read(`${realFile('footer.csv')}${record}\n`)
        expect(shown).to.include(`broken_rows: It can't be read at line 5`)
        expect(shown).to.include(reason)
      },
    ),
    'a record with a time is a row, whatever its first column': async () => {
      const row = 'Total 7,2025-02-03 07:16:11,Payment,Transaction Success,"5,000",Credit,0,"205,000"'
      const [, ...rows] = await read(`${realFile('second-table.csv')}${row}\n`)
      expect(rows.at(-1)).to.equal('2025-02-03 07:16:11 in 5000 - Total 7 payment 0 205000')
    },
    'a sum that differs': table(
      ['the file', 'its text', 'changed to', 'the reason'],
      [
        [
          'totals-row.csv',
          '"10,000",,0',
          '"10,001",,0',
          'line 4, column Transaction Amount: "10,001" is not the sum of the rows above',
        ],
        ['totals-row.csv', '"10,000",,0', '"10,000",,1', 'line 4, column Fee: "1" is not the sum of the rows above'],
        ['totals-row.csv', '"10,000",,0', 'ten,,0', 'line 4, column Transaction Amount: "ten" is not an amount in UGX'],
        [
          'opening-row.csv',
          '"100,000"',
          '"99,000"',
          'line 2, column Balance: "99,000" is not the balance before the rows',
        ],
        [
          'airtel-ug-24h.csv',
          'Ugx 5,000',
          'Ugx 4,000',
          'line 5, column Total Credit: "Ugx 4,000" is not the sum of the rows with incoming money',
        ],
        [
          'airtel-ug-24h.csv',
          'Ugx 7,000',
          'Ugx 4,000',
          'line 6, column Total Debit: "Ugx 4,000" is not the sum of the rows with outgoing money',
        ],
        [
          'airtel-ug-24h.csv',
          'Ugx 98,000',
          'Ugx 99,000',
          'line 4, column Closing Balance: "Ugx 99,000" is not the balance after the rows',
        ],
        [
          'airtel-ug-24h.csv',
          'Ugx 100,000',
          'Ugx 99,000',
          'line 4, column Closing Balance: "Ugx 98,000" is not the balance after the rows',
        ],
        [
          'mpesa-org-13.csv',
          ',100.00,',
          ',100.01,',
          'line 4, column Closing Balance:: "565.00" is not the balance after the rows',
        ],
      ],
      async (file, text, changed, reason) => {
        const content = realFile(file)
        expect(content).to.include(text)
        expect(await read(content.replace(text, changed))).to.deep.equal([`broken_rows: It can't be read at ${reason}`])
      },
    ),
    'a total counts failed rows, or does not': async () => {
      const failed = '91000000003,2025-02-03 07:16:11,Payment,Transaction Failed,700,Credit,0,"205,000"\n'
      for (const total of ['10,000', '10,700']) {
        const content = realFile('totals-row.csv').replace('Total,,,,"10,000"', `${failed}Total,,,,"${total}"`)
        expect((await read(content)).slice(0, 3)).to.deep.equal(['airtel-uganda', ...february])
      }
    },
  })

  rule('120.95', 'the first bytes of a file show its separator and encoding, and any other kind of file is named', {
    'separators and encodings': table(
      ['the separator', 'the encoding'],
      [
        [',', 'utf8'],
        [';', 'utf8'],
        ['a tab', 'utf8'],
        ['|', 'utf8'],
        [',', 'utf16le'],
        ['a tab', 'utf16le'],
        [';', 'utf16le without its mark'],
        [',', 'latin1'],
      ],
      async (separator, encoding) => {
        const lines = [
          headings.airtelUganda,
          '91000000001,2025-02-01 07:16:11,Payment from Zoé,Transaction Success,5000,Credit,0,105000',
        ]
        const text = lines.join('\n').replaceAll(',', separator === 'a tab' ? '\t' : separator)
        const mark = encoding === 'utf16le' ? '\ufeff' : ''
        const [bytes = ''] = encoding.split(' ')
        const found = await readLines(Buffer.from(mark + text, bytes as 'utf8'))
        expect('rows' in found ? found.rows.map((row) => told(row, 3)) : found).to.deep.equal([february[0]])
      },
    ),
    'other kinds': table(
      ['the first bytes', 'the reason'],
      [
        ['%PDF-1.7', 'It is a PDF: save it as .xlsx or as CSV'],
        ['<html><p>Sign in', 'It is a web page without a table, whatever its name says: save it as .xlsx or as CSV'],
      ],
      async (bytes, reason) => {
        expect(await readLines(bytes)).to.deep.equal({ refused: 'unknown_file', message: reason })
      },
    ),
  })
})
