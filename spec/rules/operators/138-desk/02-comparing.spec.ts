import { expect } from 'chai'
import type { Role } from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { headings } from '../120-reconciliation/writtenFiles.ts'
import { openFiles, path } from './files.ts'

describe('138 Reconciliation at the desk: comparing files', () => {
  rule(
    '138.6',
    'an uploaded file is checked first: the page shows how it is read and what a comparison would find, and nothing is stored',
    async () => {
      const { checked, runs, actions, payment, id } = await openFiles()
      const before = [await actions(), await payment(id)]
      const { page } = await checked()
      const text = textOf(page)
      expect(text).to.include('Checked: nothing is stored yet').and.include('Read as mtn-uganda')
      expect(text).to.include('missing in the books 1').and.include('ends differ 1')
      expect(text).to.include('256770000009').and.include('UGX 7,000')
      expect(page.body).to.include('mtn-uganda-agent')
      expect(await runs()).to.deep.equal([])
      expect([await actions(), await payment(id)]).to.deep.equal(before)
    },
  )

  rule(
    '138.7',
    'a checked file is compared as the command compares it, under the name of the operator, and once however often that is asked',
    async () => {
      const { nakato, okot, checked, ended, runs, exceptions, actions, balance } = await openFiles()
      const before = await balance()
      const { at } = await checked()
      await nakato.post(`${at}/compare`)
      expect(textOf(await ended(at))).to.include('Compared')
      const [run] = await runs()
      expect(run).to.include({ file: 'march.csv', network: 'MTN', profile: 'mtn-uganda', by: 'nakato' })
      expect((await exceptions()).map(({ entry }) => entry.bucket).sort()).to.deep.equal([
        'missing_here',
        'state_differs',
      ])
      expect((await actions())[0]).to.include({ kind: 'reconcile.file', by: 'nakato' })
      expect(await balance()).to.deep.equal(before)
      await nakato.post(`${at}/compare`)
      const again = await checked()
      await nakato.post(`${again.at}/compare`)
      expect(textOf(await ended(again.at))).to.include('compared before')
      expect(await runs()).to.have.length(1)
      expect(textOf(await okot.get(path))).to.include('march.csv')
      expect(textOf(await okot.get(`${path}/${run?.id}`))).to.include('missing in the books 1')
    },
  )

  rule('138.8', 'a file that looks like the wrong one is compared only once an operator is sure of it', async () => {
    const { nakato, checked, ended, runs } = await openFiles()
    const { at, page } = await checked(undefined, { network: 'AIRTEL' })
    expect(textOf(page)).to.include('This looks like the wrong file').and.include('mtn-uganda reads files of MTN')
    await nakato.post(`${at}/compare`)
    expect(textOf(await ended(at))).to.include('Nothing was stored')
    expect(await runs()).to.deep.equal([])
    await nakato.post(`${at}/compare`, { right: 'yes' })
    expect(textOf(await ended(at))).to.include('Compared')
    expect(await runs()).to.have.length(1)
  })

  rule(
    '138.9',
    'a file that cannot be read shows its faulty rows, and can be read in another way without another upload',
    {
      'faulty rows': async () => {
        const { lines, checked } = await openFiles()
        const { page } = await checked(lines.join('\n').replace('7000', 'many'))
        const text = textOf(page)
        expect(text).to.include('The file cannot be read').and.include('Faulty rows').and.include('many')
        expect(page.body).not.to.include('/compare"')
      },
      'another order of dates': async () => {
        const { nakato, checked, ended } = await openFiles()
        const rows = `${headings.externalId}\n01/02/2026 12:00,1,a,Disbursement,256770000001,2000,UGX,Successful\n`
        const { at, page } = await checked(rows, { profile: 'external-id' })
        expect(textOf(page)).to.include('The file cannot be read')
        const [, fields = ''] = /\/check"(.*?)<\/form>/s.exec(page.body) ?? []
        const kept = Object.fromEntries(
          [...fields.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
            name,
            value,
          ]),
        )
        await nakato.post(`${at}/check`, { ...kept, dates: 'day-first', profile: 'external-id' })
        expect(textOf(await ended(at))).not.to.include('The file cannot be read')
      },
      'no table': async () => {
        const { checked } = await openFiles()
        expect(textOf((await checked('%PDF-1.7 nothing to read\n')).page)).to.include('The file cannot be read')
      },
    },
  )

  rule(
    '138.10',
    'an upload is refused at the wrong field, or if it is too large, and nothing is kept of it',
    table(
      ['given', 'status', 'message'],
      [
        ['file=', 422, 'Choose a file'],
        ['network=VODA', 422, 'Choose a network'],
        ['from=some+day', 422, '“some day” is no day or time'],
        ['to=', 422, '“” is no day or time'],
        ['to=today', 422, 'The last day is not over yet'],
        ['to=2001-01-01', 422, 'The period ends before it begins'],
        ['file=large', 413, 'The form is larger than this page accepts'],
      ] as const,
      async (given, status, message) => {
        const { upload, lines } = await openFiles()
        const { file, ...terms } = Object.fromEntries(new URLSearchParams(given))
        const large = () => 'x'.repeat(16 * 1_048_576 + 1)
        const content = file === '' ? undefined : file === 'large' ? large() : lines.join('\n')
        const answer = await upload(content, terms)
        expect([answer.statusCode, textOf(answer as never).includes(message)]).to.deep.equal([status, true])
      },
    ),
  )

  rule('138.11', 'a file belongs to operators, and one that is not on the server can be uploaded again', async () => {
    const { nakato, userOf, checked, upload, lines, runs, clock } = await openFiles()
    const { at } = await checked()
    for (const role of ['owner', 'viewer'] satisfies Role[]) {
      const user = await userOf(role)
      expect((await user.get(at)).statusCode, role).to.equal(404)
      expect((await user.post(`${at}/compare`)).statusCode, role).to.equal(404)
      expect((await upload(lines.join('\n'), {}, { cookie: user.cookie })).statusCode, role).to.equal(404)
    }
    const unknown = await nakato.get(`${path}/files/unknown`)
    expect([unknown.statusCode, textOf(unknown).includes('Upload it again')]).to.deep.equal([404, true])
    for (const _ of [1, 2, 3, 4]) {
      clock.forwardMs(15 * minuteMs)
      await nakato.get('/me')
    }
    expect((await nakato.post(`${at}/compare`)).statusCode).to.equal(404)
    expect(await runs()).to.deep.equal([])
    expect((await nakato.get(`${path}/unknown`)).statusCode).to.equal(404)
  })
})
