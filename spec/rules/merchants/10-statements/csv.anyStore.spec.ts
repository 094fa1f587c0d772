import { expect } from 'chai'
import { fundAccount, readStatement } from '../../../../core/sente.ts'
import { openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'
import { openEventfulApi } from './eventfulApi.ts'

const csvOf = ({ look, authorization }: Api, query = '', accept = 'text/csv') =>
  look(`/statement?currency=UGX${query}`, { authorization, accept })

const header =
  'at,day,kind,payment_kind,currency,amount,balance_after,available_change,available_after,held_change,held_after,transaction_id,reference,phone_number,description,metadata,network_receipt,network_reason'

/** The first row of an account that had nothing before. */
const nothingBefore = ',,opening,,UGX,0,0,0,0,0,0,,,,,,,'

const at = '2026-01-02T08:00:00.000+00:00,2026-01-02'

describe('10 Statements: CSV', () => {
  rule('10.5', 'by `Accept` a statement is all of its period as a CSV, a workbook or an `.ofx`, with a file name', {
    'to the letter': async () => {
      const api = await overHttp()
      const id = await openPayment(api)
      const answer = await csvOf(api)
      expect(answer.text).to.equal(
        [
          header,
          nothingBefore,
          `${at},balance_funded,,UGX,100000,100000,100000,100000,0,0,,initial-UGX,,,,,`,
          `${at},payout_held,payout,UGX,0,100000,-5000,95000,5000,5000,${id},order-1,256770000001,,,,`,
          '',
        ].join('\r\n'),
      )
      expect(answer.headers).to.include({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="statement-UGX.csv"',
        vary: 'Accept',
      })
    },
    'a period': async () => {
      const api = await openEventfulApi()
      const before = ',,opening,,UGX,99300,99300,94300,94300,5000,5000,,,,,,,'
      expect((await csvOf(api, '&from=2026-01-03')).text).to.equal(`${header}\r\n${before}\r\n`)
      expect((await csvOf(api, '&to=2026-01-02')).text.split('\r\n')).to.have.length(11)
    },
    'as a workbook and for accounting programs': table(
      ['accepted', 'ending', 'begins with'],
      [
        ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx', 'PK'],
        ['application/x-ofx', 'ofx', '<?xml version="1.0" encoding="UTF-8"'],
      ],
      async (type, ending, beginning) => {
        const { status, headers, text } = await csvOf(await openEventfulApi(), '&from=2026-01-01', type)
        expect(status).to.equal(200)
        expect(headers).to.include({
          'content-type': type,
          'content-disposition': `attachment; filename="statement-UGX.${ending}"`,
          vary: 'Accept',
        })
        expect(text.slice(0, beginning.length)).to.equal(beginning)
      },
    ),
    'whichever of JSON and the files is preferred': async () => {
      const api = await overHttp()
      const typeOf = async (accept: string) => (await csvOf(api, '', accept)).headers['content-type']?.split(';')[0]
      expect(await typeOf('text/csv;q=0.5, application/json')).to.equal('application/json')
      expect(await typeOf('text/csv, application/json;q=0.5')).to.equal('text/csv')
      expect(await typeOf('application/x-ofx, text/csv;q=0.5')).to.equal('application/x-ofx')
      expect(await typeOf('*/*')).to.equal('application/json')
      expect(await typeOf('image/png')).to.equal('application/json')
    },
    'with neither limit nor cursor': async () => {
      const api = await overHttp()
      const problem = 'Malformed fields: limit is not a parameter of a file; cursor is not a parameter of a file'
      expectError(await csvOf(api, '&limit=5&cursor=1'), 400, 'malformed_fields', problem)
    },
  })

  rule('10.6', 'a cell of a CSV is quoted when necessary, and no spreadsheet runs it', async () => {
    const api = await overHttp()
    const references = ['a"b', 'a,b', '=1+1', '+1', '-1', '@SUM(A1)', "'=1", "'a", '=","']
    for (const reference of references)
      await fundAccount(api.ports)({ by: 'amina', accountId: api.account.id, currency: 'UGX', amount: 1, reference })
    await openPayment(api, { description: '=HYPERLINK("x")', metadata: { order: '17' } })
    const rows = (await csvOf(api)).text.split('\r\n').slice(3, -1)
    expect(rows.pop()).to.match(/,order-1,256770000001,"'=HYPERLINK\(""x""\)","\{""order"":""17""\}",,$/)
    const cells = rows.map((row) => row.replace(/^([^,]*,){12}/, '').replace(/,{5}$/, ''))
    expect(cells).to.deep.equal([
      '"a""b"',
      '"a,b"',
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "''=1",
      "''a",
      `"'="",""` + '"',
    ])
  })

  rule('10.7', 'a long CSV is read in pages while it is sent, and no further when the client has left', {
    'thousands of lines': async () => {
      const api = await overHttp()
      const { ports, account } = api
      const usual = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1 }
      const fund = (index: number) => fundAccount(ports)({ ...usual, reference: `bank-${index}` })
      await Promise.all(Array.from({ length: 2_499 }, (_, index) => fund(index + 1)))
      await fund(2_500)
      const { text } = await csvOf(api)
      expect(text.split('\r\n')).to.have.length(2_504)
      expect(text).to.match(/,1,102500,1,102500,0,0,,bank-2500,,,,,\r\n$/)
    },
    'a client that leaves': async () => {
      let pages = 0
      const api: Api = await overHttp({
        // A statement without an end.
        async readStatement(request) {
          pages += 1
          const page = await readStatement(api.ports)({ ...request, query: { currency: 'UGX', limit: 1 } })
          if (!page || 'refused' in page) throw new Error('there is a line')
          const lines = Array.from({ length: 1_000 }, () => page.lines).flat()
          return { ...page, lines, next: '0' }
        },
      })
      const socket = api.socket()
      socket.write(
        `GET /api/v1/statement?currency=UGX HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: ${api.authorization}\r\n\r\n`,
      )
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      let seen = -1
      while (seen !== pages) {
        seen = pages
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
  })
})
