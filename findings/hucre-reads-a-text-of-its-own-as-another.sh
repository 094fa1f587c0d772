#!/bin/sh
# hucre 1.0.0, Node 20 and later.
#
# In the texts of a workbook, `_xHHHH_` stands for the character with that number, for characters that XML cannot hold. A
# writer therefore writes a text that has this form by itself with one more: `_x0041_` as `_x005F_x0041_` (ECMA-376, part
# 1, 22.9.2.19). So a text that hucre has written should be the same text when hucre reads it.
#
# It escapes control characters in this way, but not the form itself: each of its writers writes `_x0041_` unchanged, and its
# reader then takes it for `A`. A reference such as `order_x0041_7` is another one afterwards.
#
# Seen:
#   streamed: orderA7
#   whole: orderA7
#   escaped by hand: order_x0041_7
#
# Remedy: escape the form before writing, `text.replace(/_x(?=[\dA-F]{4}_)/gi, '_x005F_x')`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund hucre@1.0.0 > /dev/null

cat > written.js <<'JS'
import { readXlsx, writeXlsx, writeXlsxStream } from 'hucre/xlsx'

const text = 'order_x0041_7'
const rowsOf = (one) => [['reference'], [one]]
const streamed = async (one) => {
  const parts = []
  for await (const part of writeXlsxStream(rowsOf(one), { name: 'Orders' })) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
const read = async (bytes) => (await readXlsx(bytes)).sheets[0].rows[1][0]

console.log(`streamed: ${await read(await streamed(text))}`)
console.log(`whole: ${await read(await writeXlsx({ sheets: [{ name: 'Orders', rows: rowsOf(text) }] }))}`)
console.log(`escaped by hand: ${await read(await streamed(text.replace(/_x(?=[\dA-F]{4}_)/gi, '_x005F_x')))}`)
JS
node written.js > seen
cat seen
cat > wanted <<'TEXT'
streamed: orderA7
whole: orderA7
escaped by hand: order_x0041_7
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
