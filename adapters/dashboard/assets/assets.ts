import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context } from '../asked.ts'

/** A file for pages, under a name that changes with its contents. */
type Asset = { readonly name: string; readonly type: string; readonly text: string }

const types = { 'page.css': 'text/css', 'page.js': 'text/javascript' } as const

type AssetFile = keyof typeof types

/** The assets read so far: a process that shows no page reads none. */
const assets = new Map<AssetFile, Asset>()

/** The path of all assets. */
export const assetPath = '/assets'

/** The current path of an asset. */
export function pathOf(file: AssetFile): string {
  return `${assetPath}/${asset(file).name}`
}

/** Answers with an asset, which never changes under its name; false if there is none. */
export function answerAsset(ctx: Context, name: string | undefined): boolean {
  const found = (Object.keys(types) as AssetFile[]).map(asset).find((one) => one.name === name)
  if (!found) return false
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
  ctx.type = found.type
  ctx.body = found.text
  return true
}

function asset(file: AssetFile): Asset {
  const made = assets.get(file) ?? read(file)
  assets.set(file, made)
  return made
}

function read(file: AssetFile): Asset {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { name: file.replace('.', `.${digest}.`), type: `${types[file]}; charset=utf-8`, text }
}
