import { expect } from 'chai'
import { mtnUgandaWithId } from '../../../../adapters/written/networkFiles/profiles/mtn/uganda.ts'
import { withExternalId } from '../../../../adapters/written/networkFiles/profiles/withExternalId.ts'
import { rule, table } from '../../../rule.ts'
import { fieldsOf, realFile } from './realFiles.ts'
import { headings, ugandanCollection, ugandanPayout } from './writtenFiles.ts'

/** The reason to refuse a file of MTN Uganda with this row after a good one. */
async function reasonFor(row: string): Promise<unknown> {
  const lines = [headings.mtnUganda, ugandanPayout('31/03/2026 14:05'), row]
  const read = await fieldsOf(['kind'], lines)
  return typeof read === 'string' ? read.replace(/^broken_rows: It can't be read at line 3, /, '') : read[1]
}

/** Rows of M-Pesa's statement with nine columns, newest first: a charge before its payment. */
const mpesa = [
  'TJA1AA1AAD,13-10-2025 11:00:00,Utility Account to Organization Settlement Account,Completed,,"-5,000.00",565.00,,A1',
  'TJA1AA1AAC,12-10-2025 10:00:00,Merchant to Merchant Payment Charge to M-PESA,Completed,,-3.00,"5,565.00",,A1',
  'TJA1AA1AAB,11-10-2025 09:00:00,FSI to Merchant Charge by Receiver,Completed,,-5.00,"5,568.00",,A1',
  'TJA1AA1AAB,11-10-2025 09:00:00,Pay merchant from 254711000002 - JOHN DOE,Completed,500.00,,"5,573.00",254711000002 - JOHN DOE,A1',
  'TJA1AA1AAA,10-10-2025 08:15:00,Pay Bill Charge,Completed,,-27.00,"5,073.00",,A1',
  'TJA1AA1AAA,10-10-2025 08:15:00,Pay Bill from 254711000001 - JANE DOE Acc. school fee,Completed,"5,000.00",,"5,100.00",254711000001 - JANE DOE,A1',
]

describe('120 Reconciliation: rows as networks write them', () => {
  rule(
    '120.80',
    'a row that shows no direction of its profile is an error, and only one between wallets is no payment',
    {
      'numbers with a plus sign, by their id, and masked ones': async () => {
        const read = await fieldsOf(['direction', 'kind', 'amountMinor', 'phoneNumber'], realFile('mtn-ug-parties.csv'))
        expect(read).to.deep.equal([
          ['in', 'payment', 5_000n, '256771000001'],
          ['in', 'payment', 5_000n, '25677*****001'],
          ['in', 'payment', 5_000n, '256771000001'],
          ['in', 'payment', 5_000n, '256771000001'],
        ])
      },
      'other parties': table(
        ['from', 'to', 'the row'],
        [
          ['FRI:duka/MM', 'FRI:shop/MM', 'other'],
          ['FRI:0771000001/MSISDN', 'FRI:duka/MM', 'payment'],
          ['FRI:25677xxxx001/MSISDN', 'FRI:duka/MM', 'payment'],
          ['FRI:2.56771E+11/MSISDN', 'FRI:duka/MM', 'an error'],
          ['256771000001', 'FRI:duka/MM', 'an error'],
          ['', 'FRI:duka/MM', 'an error'],
          ['FRI:duka/MM', 'FRI:7/MSISDN', 'an error'],
          ['FRI:256771000001/MSISDN', 'FRI:256771000002/MSISDN', 'an error'],
        ],
        async (from, to, expected) => {
          const reason = await reasonFor(`31/03/2026 14:05,${from},2,A,${to},1,Duka,,UGX,2000`)
          const error = `column From, To: "${from}", "${to}" does not show the direction of the money`
          expect(reason).to.deep.equal(expected === 'an error' ? error : [expected])
        },
      ),
    },
  )

  rule('120.81', 'an id that a spreadsheet has changed is an error that names the change', {
    'ids of a network': table(
      ['the id', 'the change'],
      [
        ['12345678901', null],
        ['12E5', null],
        ['1.23457E+10', 'a spreadsheet has turned it into a number with an exponent'],
        ['1,2E+10', 'a spreadsheet has turned it into a number with an exponent'],
        ['12345678901.0', 'a spreadsheet has turned it into a number with decimals'],
        ["'12345678901", 'a spreadsheet has put an apostrophe before it'],
        ['123456789012345', null],
        ['123456789012345000', 'a spreadsheet keeps only 15 digits, and has made the others zeros'],
        ['123456789012345678', null],
      ],
      async (id, change) => {
        const row = ugandanPayout('31/03/2026 14:05')
        const read = await fieldsOf(['theirs'], [headings.mtnUgandaWithId, `"${id}",${row}`])
        const where = `broken_rows: It can't be read at line 2, column Id: "${id}" was changed`
        expect(read).to.deep.equal(change === null ? [[id]] : `${where}: ${change}`)
      },
    ),
    'long ids, of which only some end in zeros': async () => {
      const row = ugandanPayout('31/03/2026 14:05')
      const ids = ['123456789012345000', '123456789012345678']
      const lines = [headings.mtnUgandaWithId, ...ids.map((id) => `${id},${row}`)]
      expect(await fieldsOf(['theirs'], lines)).to.deep.equal(ids.map((id) => [id]))
    },
    'ids whose form is in the profile': table(
      ['the id', 'the change'],
      [
        ['0123456789', null],
        ['1234500000', null],
        ['123456789', 'was changed: a spreadsheet has removed its leading zeros'],
        ['12345', 'was changed: a spreadsheet has removed its leading zeros'],
        ['12345678901', 'is not an id of the form ^[0-9]{10}$'],
      ],
      async (id, change) => {
        const profile = { ...mtnUgandaWithId, ids: { theirs: 'Id', form: '^[0-9]{10}$' } }
        const lines = [headings.mtnUgandaWithId, `${id},${ugandanPayout('31/03/2026 14:05')}`]
        const where = "broken_rows: It can't be read at line 2, column Id"
        expect(await fieldsOf(['theirs'], lines, { profiles: [profile] })).to.deep.equal(
          change === null ? [[id]] : `${where}: "${id}" ${change}`,
        )
      },
    ),
    'our own ids, and numbers': async () => {
      const row = (ours: string, number: string) =>
        `2026-03-31 14:05:09,77,${ours},Disbursement,${number},2000,UGX,Successful`
      const reason = (...given: [string, string]) =>
        fieldsOf(['line'], [headings.externalId, row(...given)], { profiles: [withExternalId] })
      expect(await reason('2.0', '256770000001')).to.match(/column External Id: "2\.0" was changed/)
      expect(await reason('a', '2.5677E+11')).to.match(/column Phone Number: "2\.5677E\+11" was changed/)
    },
  })

  rule('120.82', 'payments, fees and other rows are told apart by the classes of the profile, in any order', {
    'a statement of M-Pesa, newest first': async () => {
      const fields = ['kind', 'direction', 'amountMinor', 'phoneNumber', 'theirs', 'unnamed'] as const
      const expected = [
        ['other', 'out', 500_000n, null, 'TJA1AA1AAD', 'Utility Account to Organization Settlement Account'],
        ['fee', 'out', 300n, null, 'TJA1AA1AAC', undefined],
        ['fee', 'out', 500n, null, 'TJA1AA1AAB', undefined],
        ['payment', 'in', 50_000n, '254711000002', 'TJA1AA1AAB', undefined],
        ['fee', 'out', 2_700n, null, 'TJA1AA1AAA', undefined],
        ['payment', 'in', 500_000n, '254711000001', 'TJA1AA1AAA', undefined],
      ]
      expect(await fieldsOf(fields, [headings.mpesa, ...mpesa])).to.deep.equal(expected)
      expect(await fieldsOf(fields, [headings.mpesa, ...mpesa.toReversed()])).to.deep.equal(expected.toReversed())
    },
    'a row of no class, in a profile that names all of them': async () => {
      const profile = { ...mtnUgandaWithId, payments: { 'To message': '^order' }, fees: { 'To message': '^fee$' } }
      const row = (message: string) => `7,${ugandanCollection('31/03/2026 14:05').replace(',,UGX', `,${message},UGX`)}`
      const read = (message: string) =>
        fieldsOf(['kind'], [headings.mtnUgandaWithId, row(message)], { profiles: [profile] })
      expect(await read('order 7')).to.deep.equal([['payment']])
      expect(await read('fee')).to.deep.equal([['fee']])
      expect(await read('refund')).to.equal(
        'broken_rows: It can\'t be read at line 2, column To message: "refund" is neither a payment, a fee nor another kind in the profile',
      )
    },
    'a row that takes a payment back, with the id of that payment': async () => {
      const profile = {
        ...mtnUgandaWithId,
        fees: { 'To message': '^fee' },
        reversals: { rows: { 'To message': 'reversal' }, of: 'To name' },
      }
      const read = (message: string, of: string) => {
        const row = ugandanCollection('31/03/2026 14:05').replace(',Duka,,UGX', `,${of},${message},UGX`)
        return fieldsOf(['kind', 'status', 'theirs'], [headings.mtnUgandaWithId, `7,${row}`], { profiles: [profile] })
      }
      expect(await read('Reversal', '5')).to.deep.equal([['payment', 'reversed', '5']])
      expect(await read('Reversal', '')).to.deep.equal([['payment', 'reversed', '7']])
      expect(await read('fee reversal', '5')).to.deep.equal([['fee', 'succeeded', '7']])
      expect(await read('order', '5')).to.deep.equal([['payment', 'succeeded', '7']])
    },
  })

  rule(
    '120.83',
    'a time is as precise as the file writes it: to the second, the minute or the day',
    table(
      ['the time', 'its beginning', 'within'],
      [
        ['2026-03-31 14:05:09', '2026-03-31T11:05:09.000Z', 1_000],
        ['2026-03-31 14:05', '2026-03-31T11:05:00.000Z', 60_000],
        ['2026-03-31', '2026-03-30T21:00:00.000Z', 86_400_000],
      ],
      async (time, begin, withinMs) => {
        const forms = ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD']
        const profile = { ...mtnUgandaWithId, time: { ...mtnUgandaWithId.time, forms } }
        const read = await fieldsOf(['atMs', 'withinMs'], [headings.mtnUgandaWithId, `7,${ugandanPayout(time)}`], {
          profiles: [profile],
        })
        expect(read).to.deep.equal([[Date.parse(begin), withinMs]])
      },
    ),
  )
})
