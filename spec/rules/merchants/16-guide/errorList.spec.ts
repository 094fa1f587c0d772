import { expect } from 'chai'
import { answers } from '../../../answers.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('16 The merchants’ guide: the list of errors', () => {
  const listAs = async (accept: string) => (await overHttp()).ask('GET', '/errors', { accept })

  rule('16.8', 'all errors are listed under `/errors`, each with its status and a link to its page', {
    'as a page': async () => {
      const { status, headers, text } = await listAs('text/html')
      expect(status).to.equal(200)
      expect(headers['content-type']).to.equal('text/html; charset=utf-8')
      for (const [code, [status]] of Object.entries(answers))
        expect(text).to.include(`<a href="/errors/${code}">${code}</a> ${status}`)
    },
    'in Markdown': async () => {
      const { headers, text } = await listAs('text/markdown')
      expect(headers['content-type']).to.equal('text/markdown; charset=utf-8')
      expect(text).to.include('| [invalid_pin](/errors/invalid_pin) | 401 | Invalid PIN |')
    },
    'for programs': async () => {
      const { errors } = JSON.parse((await listAs('application/json')).text).data
      expect(errors.map(({ code }: { code: string }) => code)).to.have.members(Object.keys(answers))
      expect(errors.find(({ code }: { code: string }) => code === 'outcome_unknown')).to.deep.equal({
        ...{ code: 'outcome_unknown', status: 500, title: 'Outcome unknown', type: '/errors/outcome_unknown' },
        ...{ money_moved: 'unknown', reference_used: 'yes', retry: 'no' },
      })
    },
  })
})
