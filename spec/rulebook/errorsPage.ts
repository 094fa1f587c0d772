import { errorCodes, helpOn } from '../../adapters/http/answers/errors/help.ts'
import { nothingDone } from '../../adapters/http/answers/errors/helpForm.ts'
import type { ErrorCode } from '../../adapters/http/answers/errors/refusals.ts'
import { errorPage } from '../../adapters/http/service/errorText.ts'

/** The page of the merchants' guide about errors, in Markdown: the texts of `/errors/CODE` in one place. */
export function errorsPage(): string {
  const [harmless, others] = [errorCodes.filter(isHarmless), errorCodes.filter((code) => !isHarmless(code))]
  const repeatable = harmless.filter((code) => errorPage(code).problem.retry === 'same_request')
  return `# Errors

- [Read an error](#read-an-error)
- [Errors after which a payment may exist](#errors-after-which-a-payment-may-exist)
- [Errors without effect](#errors-without-effect)

## Read an error

Every error is \`{"status":"error","message":…}\`, unless you ask for [problems](problems.md), which have more fields for
programs. Let your program use the header \`Error-Code\`, which never changes for the same error; the message is for people.
\`Link\` with \`rel="help"\` leads to \`/errors/CODE\` on the gateway, with an example. The operator finds the request in the
log by its \`Request-Id\`.

After no answer, or an unreadable one, repeat the request with the *same* reference: it cannot pay twice.
[Payments](payments.md#repeating) lists the cases for repeating.

## Errors after which a payment may exist

${others.map(section).join('\n')}
## Errors without effect

These requests have moved no money and used up no reference. An earlier request under the same reference may still have
paid if it got no answer. In [problems](problems.md) their \`retry\` is \`same_request\` for
${repeatable.map((code) => `\`${code}\``).join(', ')}, and \`after_change\` for all others.

| \`Error-Code\` | status | meaning | remedy |
|---|---|---|---|
${harmless.map(row).join('\n')}
`
}

function isHarmless(code: ErrorCode): boolean {
  const { money, reference } = helpOn(code)
  return money === nothingDone.money && reference === nothingDone.reference
}

function section(code: ErrorCode): string {
  const { http_status, happened, money, reference, to_do, problem } = errorPage(code)
  return `### ${code} (${http_status})

${happened}

- ${money}
- ${reference}
- ${to_do}
- \`money_moved\`: \`${problem.money_moved}\`, \`reference_used\`: \`${problem.reference_used}\`, \`retry\`: \`${problem.retry}\`
`
}

function row(code: ErrorCode): string {
  const { http_status, happened, to_do } = errorPage(code)
  return `| \`${code}\` | ${http_status} | ${happened} | ${to_do} |`
}
