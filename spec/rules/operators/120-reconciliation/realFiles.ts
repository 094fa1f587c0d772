import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileRow } from '../../../../core/sente.ts'
import { readLines } from './writtenFiles.ts'

/** The content of a made-up file of a real layout. */
export function realFile(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../../fixtures/networkFiles', name), 'utf8')
}

/** The rows of a file, each with these fields; or the reason to refuse it. */
export async function fieldsOf<Field extends keyof FileRow>(
  fields: readonly Field[],
  ...given: Parameters<typeof readLines>
): Promise<string | readonly (readonly unknown[])[]> {
  const read = await readLines(...given)
  return 'refused' in read
    ? `${read.refused}: ${read.message}`
    : read.rows.map((row) => fields.map((field) => row[field]))
}
