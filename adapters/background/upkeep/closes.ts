import type { CheckedCloses, ClosedDay, ClosedDays } from '../../../core/sente.ts'
import { type Report, refusalIn } from './report.ts'

/** The folder of the series of closes, and the public key that their files are checked with. */
export type ClosesFolder = { readonly folder: string; readonly publicKey: string }

type CloseReport = Report &
  Pick<ClosedDay, 'day' | 'file' | 'digest'> & {
    readonly already: boolean
    readonly audit: { readonly broken: number }
  }

/** Closes days in their order, until one is refused. */
export async function closedIn(
  days: readonly string[],
  close: (day: string) => Promise<Report>,
): Promise<Omit<ClosedDays, 'series'>> {
  const closed: ClosedDay[] = []
  for (const day of days) {
    const report = await close(day)
    const refused = refusalIn(report)
    if (refused) return { closed, refusal: refused.message }
    closed.push(closeIn(report as CloseReport))
  }
  return { closed, refusal: null }
}

function closeIn({ day, file, digest, already, audit, not_recorded }: CloseReport): ClosedDay {
  return { day, file, digest, isStanding: already, broken: audit.broken, notRecorded: not_recorded ?? null }
}

/** The checked series in a report of `sente close-day verify`. */
export function seriesIn(report: Report): CheckedCloses {
  const { days, first, last, problems } = report as Report & CheckedCloses
  return { days, first, last, problems }
}
