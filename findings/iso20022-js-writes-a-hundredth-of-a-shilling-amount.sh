#!/bin/sh
# iso20022.js 0.0.15, Node 20 and later.
#
# An instruction has its amount as a whole number: 1000 with USD becomes 10.00 in the file, so the number counts cents. UGX,
# like JPY, has no smaller unit (ISO 4217: 0 decimals), so 50000 with UGX is UGX 50,000. The library divides every amount by a
# hundred, whatever the currency: the file orders the bank to pay UGX 500.
#
# Seen:
#   1000 of USD: <InstdAmt Ccy="USD">10</InstdAmt>
#   50000 of UGX: <InstdAmt Ccy="UGX">500</InstdAmt>
#   50000 of JPY: <InstdAmt Ccy="JPY">500</InstdAmt>
#
# Remedy: multiply amounts in currencies without decimals by a hundred, and look at the file before it is sent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund iso20022.js@0.0.15 > /dev/null

cat > meet.js <<'JS'
import { ISO20022 } from 'iso20022.js'

const bank = { bic: 'SBICUGKX', bankAddress: { country: 'UG' } }
const initiatingParty = { id: 'DUKA', name: 'Duka', account: { accountNumber: '1000000001' }, agent: bank }
const address = { streetName: 'First Street', buildingNumber: '1', townName: 'Kampala', postalCode: '10101', country: 'UG' }
const creditor = { name: 'Ama', account: { accountNumber: '1000000002' }, agent: bank, address }

function written(amount, currency) {
  const instruction = { type: 'swift', direction: 'credit', amount, currency, creditor }
  const file = new ISO20022({ initiatingParty }).createSWIFTCreditPaymentInitiation([instruction])
  return /<InstdAmt.*<\/InstdAmt>/.exec(file.toString())?.[0]
}

for (const [amount, currency] of [[1000, 'USD'], [50000, 'UGX'], [50000, 'JPY']])
  console.log(`${amount} of ${currency}: ${written(amount, currency)}`)
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
1000 of USD: <InstdAmt Ccy="USD">10</InstdAmt>
50000 of UGX: <InstdAmt Ccy="UGX">500</InstdAmt>
50000 of JPY: <InstdAmt Ccy="JPY">500</InstdAmt>
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
