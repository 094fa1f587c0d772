import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule, table } from '../../../rule.ts'
import { csvOf, openUploader, paid } from './uploader.ts'

describe('28 Batches in the browser: a batch uploaded, checked, corrected and approved', () => {
  const path = '/dashboard/batches'
  const check = `${path}/new/check`
  const accept = `${path}/new/accept`
  const good = csvOf(['256770000001', '5000'], ['256770000002', '7000'])
  const wrong = csvOf(['256770000001', '5000'], ['254770000002', '7000'], ['256770000003', '499'])

  rule('28.1', 'the lines of a file or of a text are checked before anything is held, and their total is shown', {
    'a file': async () => {
      const { upload, batches, balance, doneBy } = await openUploader()
      const before = await balance()
      const checked = await upload(check, { reference: 'wages', lines: '' }, good)
      expect(checked.statusCode).to.equal(200)
      expect(textOf(checked as never))
        .to.include('UGX 12,000 2 lines can be paid.')
        .and.include('Pay the batch')
      expect([await batches(), await balance(), await doneBy()]).to.deep.equal([[], before, []])
    },
    'a text, also in a file with semicolons as spreadsheets write it': async () => {
      const { post, upload } = await openUploader()
      expect(textOf(await post(check, { reference: 'wages', lines: good }))).to.include(
        'UGX 12,000 2 lines can be paid.',
      )
      const semicolons = await upload(check, { reference: 'wages' }, `\ufeff${good.replaceAll(',', ';')}`)
      expect(semicolons.body).to.include('2 lines can be paid.')
    },
    'an unreadable form gets a message, and stays filled in': table(
      ['reference', 'lines', 'message'],
      [
        ['wages 1', 'two good ones', 'The reference must be 1 to 100 visible'],
        ['wages', '', 'Choose a file, or paste the lines.'],
        ['wages', 'reference,phone,amount,currency,network', 'A batch must have 1 to 10,000 lines.'],
        ['wages', 'reference,phone,amount,currency,network\r\nw-1,"5', 'Line 2 of the file is not CSV'],
        ['wages', 'reference,ref\r\na,b', 'one column for reference, not several'],
        ['wages', 'reference,amount\r\na,500', 'no heading for phone_number, currency'],
      ],
      async (reference, lines, reported) => {
        const { post } = await openUploader()
        const refused = await post(check, { reference, lines: lines.includes('good') ? good : lines })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(reported)
        expect(refused.body).to.include(`value="${reference}"`)
      },
    ),
    'a file that is not text, and one that is too large': async () => {
      const { upload, batches } = await openUploader()
      const latin = await upload(check, { reference: 'wages' }, Buffer.from([0x72, 0xe9, 0x66]))
      expect([latin.statusCode, latin.body.includes('text in UTF-8')]).to.deep.equal([422, true])
      const large = await upload(check, { reference: 'wages' }, 'x'.repeat(2_100_000))
      expect(large.statusCode).to.equal(413)
      expect(await batches()).to.deep.equal([])
    },
    'a form in parts that is broken off': async () => {
      const { origin, cookie } = await openUploader()
      const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'multipart/form-data; boundary=x' }
      const answer = await fetch(origin + check, { method: 'POST', headers, body: '--x\r\nContent-Disp' })
      expect(answer.status).to.equal(400)
    },
  })

  rule('28.2', 'each wrong line is shown with its number and its error, and can be corrected on the page', {
    'until it is right': async () => {
      const { upload, send, batches } = await openUploader()
      const first = await upload(check, { reference: 'wages' }, wrong)
      expect(first.statusCode).to.equal(422)
      expect(textOf(first as never))
        .to.include('UGX 5,000 1 line can be paid.')
        .and.include('Lines to correct: 2')
        .and.match(/Line 3 (?:\w+ )*[Pp]hone.*Line 4 .*500/)
      const second = await send(first.body, check, { 'cell-3-1': '256770000002', 'cell-4-2': '=1' })
      expect(textOf(second)).to.include('amount “=1” is not an amount')
      const third = await send(first.body, check, { 'cell-3-1': '256770000002' })
      expect(textOf(third)).to.include('UGX 12,000 2 lines can be paid.').and.include('Lines to correct: 1')
      const fourth = await send(third.body, check, { 'cell-4-2': '500' })
      expect(fourth.statusCode).to.equal(200)
      expect(textOf(fourth)).to.include('UGX 12,500 3 lines can be paid.').and.not.include('Lines to correct')
      const paying = await send(fourth.body, accept, paid)
      const [batch] = await batches()
      expect(paying.headers.location).to.equal(`${path}/${batch?.id}?done=accepted`)
      expect(batch).to.deep.include({ reference: 'wages', lines: 3, state: 'paying' })
    },
    'when one stays wrong, the others are kept': async () => {
      const { upload, send } = await openUploader()
      const { body } = await upload(check, { reference: 'wages' }, wrong)
      const partly = await send(body, check, { 'cell-3-1': '256770000002', 'cell-4-2': '=1' })
      expect(partly.statusCode).to.equal(422)
      const corrected = await send(partly.body, check, { 'cell-4-2': '500' })
      expect(textOf(corrected)).to.include('UGX 12,500 3 lines can be paid.').and.not.include('Lines to correct')
    },
    'one that is emptied is left out': async () => {
      const { upload, send } = await openUploader()
      const { body } = await upload(check, { reference: 'wages' }, `${good}Total,,12000,,\r\n`)
      expect(textOf({ body } as never)).to.include('Line 4')
      const corrected = await send(body, check, { 'cell-4-0': '', 'cell-4-2': ' ' })
      expect(textOf(corrected)).to.include('UGX 12,000 2 lines can be paid.').and.not.include('Lines to correct')
    },
    'its number is the one in the file, also after rows of nothing and other corrections': async () => {
      const { upload, send, batches, ports } = await openUploader()
      const { body } = await upload(check, { reference: 'wages' }, wrong.replace('\r\n', '\r\n,,,,\r\n\r\n'))
      const next = await send(body, check, { 'cell-5-1': '256770000002' })
      expect(textOf(next)).to.include('Line 6').and.not.include('Line 5')
      await send((await send(next.body, check, { 'cell-6-2': '500' })).body, accept, paid)
      const [batch] = await batches()
      const lines = await ports.batches.lines({ batchId: batch?.id ?? '', after: 0, limit: 9 })
      expect(lines.map(({ line: { number } }) => number)).to.deep.equal([4, 5, 6])
    },
  })

  rule('28.3', 'a batch is paid with the password and the PIN, once, however often its form is sent', {
    'sent twice at once, and again': async () => {
      const { send, post, batches, balance, doneBy } = await openUploader()
      const before = (await balance()).available
      const { body } = await post(check, { reference: 'wages', lines: good })
      const sent = [
        ...(await Promise.all([send(body, accept, paid), send(body, accept, paid)])),
        await send(body, accept, paid),
      ]
      const [batch, ...others] = await batches()
      expect(others).to.deep.equal([])
      for (const { headers } of sent) expect(headers.location).to.equal(`${path}/${batch?.id}?done=accepted`)
      expect((await balance()).available).to.equal(before - 12_000n)
      expect(await doneBy()).to.deep.equal(['batch.accept'])
    },
    refused: table(
      ['field', 'filled in', 'message'],
      [
        ['password', '', 'password'],
        ['password', 'not the password', 'password'],
        ['pin', '0000', 'Invalid PIN'],
        ['pin', '', 'Invalid PIN'],
      ],
      async (field, value, reported) => {
        const { send, post, batches } = await openUploader()
        const { body } = await post(check, { reference: 'wages', lines: good })
        const refused = await send(body, accept, { ...paid, [field]: value })
        expect(refused.statusCode).to.equal(422)
        expect(/role="alert">([^<]*)</.exec(refused.body)?.[1]).to.include(reported)
        expect(withoutIds(refused.body)).not.to.include('4071')
        expect(await batches()).to.deep.equal([])
        expect((await send(refused.body, accept, paid)).statusCode).to.equal(303)
      },
    ),
    'a reference with other lines': async () => {
      const { accepted, post, batches } = await openUploader()
      await accepted(good)
      const refused = await post(accept, { ...paid, reference: 'wages', lines: wrong, partial: 'yes' })
      expect(refused.statusCode).to.equal(422)
      expect(await batches()).to.have.length(1)
    },
    'more than the balance': async () => {
      const { post, batches } = await openUploader()
      const refused = await post(check, { reference: 'wages', lines: csvOf(['256770000001', '5000000']) })
      expect(refused.statusCode).to.equal(422)
      expect(textOf(refused)).to.include('Insufficient').and.not.include('Pay the batch')
      expect(await batches()).to.deep.equal([])
    },
  })

  rule('28.4', 'wrong lines are left out only if the form says so', {
    'with its consent': async () => {
      const { post, send, batches } = await openUploader()
      const { body } = await post(check, { reference: 'wages', lines: wrong })
      expect(body).to.include('Pay 1 line and leave out 2 lines')
      await send(body, accept, paid)
      const [batch] = await batches()
      expect(batch?.sums).to.deep.equal([{ currency: 'UGX', lines: 1, acceptedMinor: 5_000n, heldMinor: 5_000n }])
    },
    'without it': async () => {
      const { post, batches } = await openUploader()
      const refused = await post(accept, { ...paid, reference: 'wages', lines: wrong })
      expect(textOf(refused)).to.include('Lines to correct: 2')
      expect(await batches()).to.deep.equal([])
    },
  })
})
