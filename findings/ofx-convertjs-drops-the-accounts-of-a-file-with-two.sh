#!/bin/sh
# ofx-convertjs 1.0.7, Node 20 and later.
#
# A file in OFX may have the statements of several accounts: `BANKMSGSRSV1` has a `STMTTRNRS` for each (OFX 2.1.1, section
# 11.4). Banks export all accounts of a customer like that. Of a file with one account, the library returns the account and its
# transactions. Of the same file with a second account it returns an empty object, as for a customer without any: the accounts
# and their transactions are gone, without an error.
#
# Seen:
#   a file with one account: accounts 1, transactions 1
#   a file with two accounts: accounts 0, transactions 0
#
# Remedy: ofx 0.5.0, ofx-js 1.1.1 and node-ofx-parser 0.5.1 return a list of both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund ofx-convertjs@1.0.7 > /dev/null

cat > meet.js <<'JS'
const { toJson } = require('ofx-convertjs')

const ok = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
const statement = (currency, number) => `<STMTTRNRS><TRNUID>${number}</TRNUID>${ok}<STMTRS><CURDEF>${currency}</CURDEF>
<BANKACCTFROM><BANKID>duka</BANKID><ACCTID>shop-${currency}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260401</DTSTART><DTEND>20260430</DTEND>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260401</DTPOSTED><TRNAMT>5000</TRNAMT><FITID>order-${number}</FITID></STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>5000</BALAMT><DTASOF>20260430</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS>`
const file = (...statements) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS>${ok}<DTSERVER>20260501</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1>${statements.join('\n')}</BANKMSGSRSV1>
</OFX>
`

function counted(text) {
  const json = JSON.stringify(toJson(text))
  const times = (name) => json.split(`"${name}"`).length - 1
  return `accounts ${times('ACCTID')}, transactions ${times('FITID')}`
}

console.log(`a file with one account: ${counted(file(statement('UGX', 1)))}`)
console.log(`a file with two accounts: ${counted(file(statement('UGX', 1), statement('KES', 2)))}`)
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
a file with one account: accounts 1, transactions 1
a file with two accounts: accounts 0, transactions 0
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
