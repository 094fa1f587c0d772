import { isRefusal } from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import type { Answer, Page } from '../../page.ts'
import { asRefused, type Refusing } from '../../parts/fields.tsx'
import type { Form } from '../../request/form.ts'
import type { OperatorDeps } from '../deps.ts'
import type { FileTerms } from '../desks/comparisonDesk.ts'
import { asOperator } from '../operating.ts'
import { FileView, Gone, isStored, RunView } from './fileViews.tsx'
import { comparisonsPath, filePath } from './reading.tsx'
import { comparisonWords } from './words.ts'

const path = filePath(':file')

type ReadTerms = (form: Form, asked: Asked) => Promise<FileTerms | Exclude<Refusing, string>>

/** The pages of an uploaded file, while it is checked and compared, and of an ended comparison. */
export function filePages(deps: OperatorDeps, termsIn: ReadTerms): readonly Page[] {
  const { comparisonDesk: desk, findReconciliation } = deps
  const text = comparisonWords.file

  function shown(id: string, refused?: Refusing): Answer {
    const file = desk.find(id)
    if (!file) return { title: text.gone, main: <Gone />, status: 404, isNarrow: true }
    const title = file.work ? (file.isForGood ? text.comparing : text.checking) : comparisonWords.title
    const main = <FileView of={file} refused={refused} />
    return { title, main, ...asRefused(refused), ...(file.work && { againSeconds: 2 }) }
  }

  /** A form of the page, whose work is done in the background. */
  function taking(
    name: string,
    take: (asked: Asked, form: Form, operator: Visitor, id: string) => Promise<Refusing | undefined>,
    takesUpload?: true,
  ): Page {
    return {
      path: `${path}/${name}`,
      access: 'operator.compare',
      ...(takesUpload && { takesUpload }),
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const id = asked.params.file ?? ''
          if (!desk.find(id)) return shown(id)
          const refused = await take(asked, form, operator, id)
          return refused === undefined ? { seeOther: filePath(id) } : shown(id, refused)
        }),
    }
  }

  return [
    {
      path,
      access: 'operator.compare',
      isNoise: true,
      show: (asked) => asOperator(asked, () => shown(asked.params.file ?? '')),
    },
    taking(
      'check',
      async (asked, form, operator, id) => {
        const terms = await termsIn(form, asked)
        if ('field' in terms) return terms
        const file = desk.find(id)
        const own = terms.own ?? file?.terms.own
        if (!isStored(file)) desk.again(id, operator, { terms: { ...terms, own } })
        return undefined
      },
      true,
    ),
    taking('compare', async (_, form, operator, id) => {
      if (!isStored(desk.find(id))) desk.again(id, operator, { isSure: form.text('right') === 'yes' })
      return undefined
    }),
    {
      path: `${comparisonsPath}/:run`,
      access: 'operator.look',
      show: (asked) =>
        asOperator(asked, async () => {
          const found = await findReconciliation({ runId: asked.params.run ?? '', limit: 1 })
          if (isRefusal(found)) return errorPage('notFound')
          return { title: found.run.file, main: <RunView of={found.run} /> }
        }),
    },
  ]
}
