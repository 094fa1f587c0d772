#!/bin/sh
# phone 3.1.72, Node 20 and later.
#
# Since 30 November 2024, mobile numbers in Benin have ten digits: the eight of before, behind `01`. A library that was published
# later should know them. For this one, each number in use is invalid, with its country code and with the country. It takes those
# of before, which no longer reach anybody, for valid. libphonenumber-js says the opposite in both cases.
#
# Seen:
#   +229 01 97 00 00 00, of today: phone says invalid, libphonenumber-js valid
#   +229 97 00 00 00, of before 2024: phone says valid, libphonenumber-js invalid
#
# Remedy: a library that is made of libphonenumber's data.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund phone@3.1.72 libphonenumber-js@1.13.16 > /dev/null

cat > meet.js <<'JS'
const { phone } = require('phone')
const { isValidPhoneNumber } = require('libphonenumber-js/max')

const said = (isValid) => (isValid ? 'valid' : 'invalid')
for (const [number, since] of [['+229 01 97 00 00 00', 'of today'], ['+229 97 00 00 00', 'of before 2024']]) {
  const both = [phone(number).isValid, phone(number, { country: 'BJ' }).isValid]
  if (both[0] !== both[1]) throw new Error('the country makes a difference')
  console.log(`${number}, ${since}: phone says ${said(both[0])}, libphonenumber-js ${said(isValidPhoneNumber(number))}`)
}
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
+229 01 97 00 00 00, of today: phone says invalid, libphonenumber-js valid
+229 97 00 00 00, of before 2024: phone says valid, libphonenumber-js invalid
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
