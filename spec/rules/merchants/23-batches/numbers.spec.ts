import { expect } from 'chai'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { openUploader } from '../28-oversight/uploader.ts'

type Line = { readonly reference: string; readonly message: string; readonly code: string }

/** Sends a batch in a file; resolves with its refused lines, its warnings, and its lines as they are kept. */
async function sent(rows: readonly string[], query = '?accept_partial=true') {
  const api = await overHttp()
  const headers = {
    authorization: api.authorization,
    'content-type': 'text/csv',
    'batch-api-key': api.request.apikey,
    'batch-reference': 'salaries',
    'batch-pin': '4071',
  }
  const answer = await api.ask('POST', `/api/v1/payout-batches${query}`, headers, rows.join('\n'))
  const data = dataOf(answer)
  const { batch_id, refused_lines = data.lines, warnings } = data
  const kept = batch_id ? dataOf(await api.look(`/payout-batches/${batch_id}/lines`)).lines : []
  return {
    refused: (refused_lines as Line[]).map(({ message }) => message),
    warnings: warnings as Line[],
    kept: kept as { readonly phone_number: string; readonly network: string }[],
  }
}

const headings = 'reference;phone_number;amount;currency;network'
const notShown = 'Malformed fields: network must be named, because the phone number does not show it'

const others = { MTN: 'AIRTEL', AIRTEL: 'MTN' } as const
const warning = (network: keyof typeof others) => `The phone number begins like those of ${others[network]}`

describe('23 Many payouts at once: phone numbers and their networks', () => {
  rule(
    '23.63',
    'a phone number in a file is read as people write it, or its line is refused',
    table(
      ['written', 'answer'],
      [
        ['256770000001', '256770000001'],
        ['0770000001', '256770000001'],
        ['770000001', '256770000001'],
        ['+256 770 000 001', '256770000001'],
        ['00256770000001', '256770000001'],
        ['\u202a0770-000-001\u202c', '256770000001'],
        ["'0770000001", '256770000001'],
        ['0414000001', 'Malformed fields: phone_number “0414000001” is not a mobile number'],
        ['077000000', 'Malformed fields: phone_number “077000000” is not a phone number'],
        ['254712345678', 'Invalid phone number for MTN'],
      ],
      async (written, answer) => {
        const { kept, refused } = await sent([headings, `s-1;${written};1000;UGX;MTN`])
        expect(kept[0]?.phone_number ?? refused[0]).to.equal(answer)
      },
    ),
  )

  rule('23.64', 'a line may leave out its network if its phone number shows it', {
    'in a file': table(
      ['phone number', 'answer'],
      [
        ['0770000001', 'MTN'],
        ['0392000001', 'MTN'],
        ['0793000001', 'MTN'],
        ['0750000001', 'AIRTEL'],
        ['0795000001', 'AIRTEL'],
        ['0710000001', notShown],
        ['254712345678', notShown],
      ],
      async (phone, answer) => {
        const column = await sent([headings, `s-1;${phone};1000;UGX;`])
        const none = await sent([headings.replace(';network', ''), `s-1;${phone};1000;UGX`])
        for (const { kept, refused } of [column, none]) expect(kept[0]?.network ?? refused[0]).to.equal(answer)
      },
    ),
    'in JSON': table(
      ['phone number', 'network', 'answer'],
      [
        ['256770000001', null, 'MTN'],
        ['256750000001', '', 'AIRTEL'],
        ['256750000001', 'MTN', 'MTN'],
        ['256710000001', null, notShown],
      ],
      async (phone_number, network, answer) => {
        const { askBatch, look } = await overHttp()
        const data = dataOf(await askBatch([{ phone_number, network }]))
        const kept = data.batch_id ? dataOf(await look(`/payout-batches/${data.batch_id}/lines`)).lines : []
        const [line, refused] = [kept, data.lines as Line[]].map((lines) => (lines as Line[])[0])
        expect((line as unknown as { network?: string })?.network ?? refused?.message).to.equal(answer)
      },
    ),
    async 'but a single payment names it'() {
      const { post, bodies } = await overHttp()
      const answer = await post('send-money', { ...bodies['send-money'], network: null })
      expect(JSON.parse(answer.text).message).to.equal('Missing required fields: network')
    },
  })

  rule('23.65', 'a line whose phone number begins like those of another network has a warning, and can be paid', {
    'in the answer': table(
      ['phone number', 'network', 'warns'],
      [
        ['256770000001', 'MTN', false],
        ['256750000001', 'AIRTEL', false],
        ['256750000001', 'MTN', true],
        ['256770000001', 'AIRTEL', true],
        ['256710000001', 'MTN', false],
        ['256750000001', '', false],
      ] as const,
      async (phone, network, warns) => {
        for (const query of ['', '?dry_run=true']) {
          const rows = [headings, 's-1;256770000009;1000;UGX;MTN', `s-2;${phone};1000;UGX;${network}`]
          const { warnings, refused } = await sent(rows, query)
          const found = { line: 3, reference: 's-2', code: 'another_network', transaction_id: null }
          expect(warnings).to.deep.equal(warns && network ? [{ ...found, message: warning(network) }] : [])
          expect(refused).to.deep.equal([])
        }
      },
    ),
    async 'not about a refused line'() {
      const { warnings, refused } = await sent([headings, 's-1;256750000001;499;UGX;MTN', 's-2;0770000001;500;UGX;MTN'])
      expect([warnings, refused.length]).to.deep.equal([[], 1])
    },
    async 'on the page, before the PIN'() {
      const { post } = await openUploader()
      const lines = [headings, 's-1;0770000001;1000;UGX;', 's-2;0750000001;1000;UGX;MTN'].join('\n')
      const { body, statusCode } = await post('/dashboard/batches/new/check', { reference: 'wages', lines })
      expect(statusCode).to.equal(200)
      expect(body).to.include('2 lines can be paid').and.include('Look again: 1 line')
      expect(body.indexOf(`Line 3, s-2: ${warning('MTN')}`)).to.be.within(1, body.indexOf('name="pin"'))
    },
  })
})
