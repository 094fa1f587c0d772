import { payBatches } from '../../../../core/sente.ts'
import { password } from '../../../fixtures/http/dashboard.ts'
import { openHolder } from '../27-holders/holder.ts'

/** An account's owner with the parts of batches. */
export async function openUploader(...given: Parameters<typeof openHolder>) {
  const holder = await openHolder(...given)
  const { ports, network, cookie, origin, accountId, post } = holder
  network.behaves('succeeds')
  const paying = payBatches({ ...ports, by: 'a node', linesAtOnce: () => 9, onBreakage() {} })
  const batches = () => ports.batches.list({ accountId, limit: 9 })

  /** Sends a form with a file, as browsers do. */
  async function upload(path: string, fields: Record<string, string>, file: string | Buffer, cookieOf = cookie) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([file as BlobPart], { type: 'text/csv' }), 'batch.csv')
    const headers = { 'sec-fetch-site': 'same-origin', cookie: cookieOf }
    const answer = await fetch(origin + path, { method: 'POST', body: form, headers, redirect: 'manual' })
    return { statusCode: answer.status, body: await answer.text() }
  }

  return {
    ...holder,
    upload,
    batches,
    /** Sends a shown form, with these values. */
    async send(body: string, action: string, filled: Record<string, string> = {}) {
      return post(action, { ...fieldsOf(body, action), ...filled })
    },
    /** A batch accepted in the browser. */
    async accepted(lines: string, more: Record<string, string> = {}) {
      await post('/dashboard/batches/new/accept', { ...paid, reference: 'wages', lines, ...more })
      const [batch] = await batches()
      if (!batch) throw new Error('no batch was accepted')
      return batch
    },
    /** Lets a node do all its work on batches. */
    async pays() {
      await paying.sweep()
      await paying.idle()
    },
  }
}

/** The values for the form that pays. */
export const paid = { pin: '4071', password }

/** A file of lines, each from its phone number and its amount. */
export function csvOf(...lines: readonly (readonly [phoneNumber: string, amount: string])[]): string {
  const rows = lines.map(([phone, amount], index) => `wage-${index + 1},${phone},${amount},UGX,MTN`)
  return ['reference,phone_number,amount,currency,network', ...rows, ''].join('\r\n')
}

/** The fields that the form with this action on a page would send unchanged. */
function fieldsOf(body: string, action: string): Record<string, string> {
  const form = body.slice(body.indexOf(`action="${action}"`))
  const inputs = form.slice(0, form.indexOf('</form>')).match(/<input[^>]*>/g) ?? []
  const attribute = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
  return Object.fromEntries(
    inputs
      .map((input) => [attribute(input, 'name') ?? '', plain(attribute(input, 'value') ?? '')])
      .filter(([name]) => name),
  )
}

function plain(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/&amp;/g, '&')
}
