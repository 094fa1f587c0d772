import type { LineWarning, Repeat } from '../../../../core/sente.ts'
import type { BatchFile } from '../../../written/batches/batchFile.ts'
import { quoted } from '../../../written/batches/headings.ts'
import type { Language } from '../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Shown } from '../../page.ts'
import { asRefused, Field, Password, Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import { balanceAfter } from '../../parts/saidBack.tsx'
import { amountText, momentText } from '../../parts/values.tsx'
import { refusing } from '../../request/refusing.ts'
import type { Holder } from '../holding.ts'
import { batchesPath } from './batches.tsx'
import { type AskedBatch, type CheckedBatch, cellName, mostCells, mostCorrected, mostRepeats } from './checking.ts'
import { refusedText } from './faults.ts'

const path = `${batchesPath}/new`

/** The contents of a batch before it is paid: the lines to correct, and the form that pays. */
export function checkedPage(
  asked: AskedBatch,
  found: CheckedBatch,
  { who: { language }, refused }: { readonly who: Holder; readonly refused: Refusing | undefined },
): Shown {
  const text = language.texts.batches.checked
  const { sums, refusedLines, warnings } = found
  const isWrong = refused !== undefined || refusedLines.length > 0
  const main = (
    <>
      <h1>
        {text.title} <small>{asked.reference}</small>
      </h1>
      <Refused message={refused} />
      {asked.file.unread.length > 0 && <p class="note">{text.unread(quoted(asked.file.unread))}</p>}
      {sums.length > 0 && <Good of={found} />}
      {refusedLines.length > 0 && <Wrong asked={asked} found={found} />}
      {warnings.length > 0 && <Warnings of={warnings} />}
      {sums.length > 0 && <Pay asked={asked} found={found} />}
      {refusedLines.length === 0 && (
        <p>
          <Another asked={asked} />
        </p>
      )}
    </>
  )
  return {
    title: text.title,
    main,
    ...asRefused(refused ?? wrongCell(asked, found, language)),
    status: isWrong ? 422 : 200,
  }
}

/** The first cell that refuses its line, if it is known which one does. */
function wrongCell(
  { file: { fields } }: AskedBatch,
  { refusedLines: [line], faults }: CheckedBatch,
  language: Language,
): Refusing | undefined {
  if (!line) return undefined
  const { field } = refusing(line.refusal, language)
  const message = refusedText(line.refusal, faults.get(line.line) ?? [], language)
  const column = fields.findIndex((name) => [field].flat().includes(name))
  return column < 0 ? undefined : { field: cellName(line.line, column), message }
}

function Good({ of: found }: { readonly of: CheckedBatch }, { language }: PageBase) {
  const { checked, lineCount } = language.texts.batches
  return (
    <ul class="figures">
      {found.sums.map(({ currency, acceptedMinor, lines }) => (
        <li>
          <strong>{amountText(acceptedMinor, currency, language)}</strong>
          {checked.good(lineCount(lines))}{' '}
          <small>{balanceAfter(found, currency, -acceptedMinor, language).join(': ')}</small>
        </li>
      ))}
    </ul>
  )
}

/** A batch is carried in its forms, since no part of it is stored before it is paid. */
function Carried({ asked: { reference, carried } }: { readonly asked: AskedBatch }) {
  return (
    <>
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="carried" value={carried} />
    </>
  )
}

function Another({ asked: { reference } }: { readonly asked: AskedBatch }, { language }: PageBase) {
  const { another } = language.texts.batches.checked
  return <Link to={`${path}?${new URLSearchParams({ reference })}`}>{another}</Link>
}

/** Lines that may be mistakes, before the form that pays them. */
function Warnings({ of: warnings }: { readonly of: readonly LineWarning[] }, { language }: PageBase) {
  const { checked: text, lineCount } = language.texts.batches
  const shown = warnings.slice(0, mostWarnings)
  const more = warnings.length - shown.length
  return (
    <section class="note">
      <h2>{text.warnings(lineCount(warnings.length))}</h2>
      <p>{text.warningsHint}</p>
      <ul>
        {shown.map((warning) => (
          <li>
            {text.line(warning.line)}, {warning.reference}: {text.anotherNetwork(warning.networks)}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{text.furtherWarnings(lineCount(more))}</p>}
    </section>
  )
}

/** How many warnings are shown at once. */
const mostWarnings = 50

type Checked = { readonly asked: AskedBatch; readonly found: CheckedBatch }

function Wrong({ asked, found: { refusedLines: lines, faults } }: Checked, { language }: PageBase) {
  const { checked: text, lineCount } = language.texts.batches
  const shown = lines.slice(0, Math.max(1, Math.min(mostCorrected, Math.floor(mostCells / asked.file.fields.length))))
  const more = lines.length - shown.length
  return (
    <section>
      <h2>{text.wrongOnes(lines.length.toLocaleString(language.locale))}</h2>
      <p>
        {text.correctHint}
        <Another asked={asked} />.{more > 0 && ` ${text.andMore(lineCount(more))}`}
      </p>
      <Form to={`${path}/check`} label={text.correct} isLarge>
        <Carried asked={asked} />
        <input type="hidden" name="corrected" value={shown.map(({ line }) => line).join(',')} />
        {shown.map(({ line, refusal }) => (
          <fieldset class="box">
            <legend>{text.line(line)}</legend>
            <p class="bad">{refusedText(refusal, faults.get(line) ?? [], language)}</p>
            <Cells of={asked.file} line={line} />
          </fieldset>
        ))}
        <button type="submit">{text.correct}</button>
      </Form>
    </section>
  )
}

function Cells({ of: { fields, lines }, line }: { readonly of: BatchFile; readonly line: number }) {
  const cells = lines.find(({ number }) => number === line)?.cells
  return (
    <div class="flow">
      {fields.map((name, column) => (
        <Field name={cellName(line, column)} label={name} value={cells?.[column]} isOptional />
      ))}
    </div>
  )
}

/** The lines that repeat a payment, and the consent to pay them. */
function Repeats({ of: repeats }: { readonly of: readonly Repeat[] }, page: PageBase) {
  const { checked: text, lineCount } = page.language.texts.batches
  const more = repeats.length - mostRepeats
  return (
    <fieldset class="box">
      <legend>{text.repeats(lineCount(repeats.length))}</legend>
      <ul>
        {repeats.slice(0, mostRepeats).map((repeat) => (
          <li>{repeatText(repeat, page)}</li>
        ))}
      </ul>
      {more > 0 && <p>{text.moreRepeats(lineCount(more))}</p>}
      <Tick name="repeats" value="yes" isRequired>
        {text.payRepeats}
      </Tick>
    </fieldset>
  )
}

function repeatText({ line, of }: Repeat, { days, language }: PageBase): string {
  const text = language.texts.batches.checked
  if ('payout' in of) return text.sameAsPayout(line, of.reference, momentText(of.createdAtMs, days, language))
  return 'batch' in of ? text.sameAsBatch(line, of.line, of.batchReference) : text.sameAsLine(line, of.line)
}

function Pay(
  { asked, found: { sums, refusedLines, repeats } }: { readonly asked: AskedBatch; readonly found: CheckedBatch },
  { language: { texts } }: PageBase,
) {
  const { checked: text, lineCount } = texts.batches
  const isPart = refusedLines.length > 0
  const good = sums.reduce((sum, { lines }) => sum + lines, 0)
  const [paid, left] = [good, refusedLines.length].map(lineCount)
  const title = isPart ? text.payPart(`${paid}`, `${left}`) : text.pay
  return (
    <section>
      <h2>{title}</h2>
      <p>
        {isPart && text.payPartHint} {text.payHint}
      </p>
      <Form to={`${path}/accept`} label={title} isLarge>
        <Carried asked={asked} />
        {isPart && <input type="hidden" name="partial" value="yes" />}
        {repeats.length > 0 && <Repeats of={repeats} />}
        <Password />
        <Field name="pin" label={texts.newPayment.pin} type="password" inputmode="numeric" />
        <button type="submit">{title}</button>
      </Form>
    </section>
  )
}
