#!/bin/sh
# AqBanking 6.5.3, from Debian 12. GnuCash, KMyMoney and others import statements through it.
#
# In a camt.053.001.04 of ISO 20022, the parties of an entry and its text for the payer stand in the details of its
# transactions: `Ntry/NtryDtls/TxDtls/RltdPties` and `Ntry/NtryDtls/TxDtls/RmtInf/Ustrd`. The importer's profile
# `camt_053_001_04` looks for both right below `Ntry`, where the standard has neither. It reads `EndToEndId` in the details, and
# takes the day and the amount from the entry. So every transaction arrives without a name and without a text, and without a
# message: the import succeeds.
#
# Seen:
#   version 6.5.3
#   value -1000:UGX
#   end to end wages-1
#   remote name none
#   purpose none
#
# Remedy: a statement with one transaction an entry can have its text in `Ntry/AddtlNtryInf` too, which the profile reads.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder"
version=$(dpkg-query -W -f '${Version}' aqbanking-tools 2> /dev/null || true)
[ "$version" = 6.5.3-1 ] || apt-get install -y --no-install-recommends aqbanking-tools=6.5.3-1 > /dev/null

cat > statement.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.04">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>march</MsgId><CreDtTm>2026-04-01T01:00:00+03:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>1</Id>
      <CreDtTm>2026-04-01T01:00:00+03:00</CreDtTm>
      <Acct>
        <Id><Othr><Id>shop-UGX</Id></Othr></Id>
        <Ccy>UGX</Ccy>
      </Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="UGX">5200</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-04-01</Dt></Dt>
      </Bal>
      <Ntry>
        <Amt Ccy="UGX">1000</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-04-01</Dt></BookgDt><ValDt><Dt>2026-04-01</Dt></ValDt>
        <BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>wages-1</EndToEndId></Refs>
            <Amt Ccy="UGX">1000</Amt><CdtDbtInd>DBIT</CdtDbtInd>
            <RltdPties><Cdtr><Nm>Jane Doe</Nm></Cdtr></RltdPties>
            <RmtInf><Ustrd>Wages of March</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
XML
aqbanking-cli -D "$folder/settings" import --importer=xml --profile=camt_053_001_04 -f statement.xml -c read > import.log 2>&1
field() {
  found=$(sed -n "s/^ *char $1=\"\(.*\)\"$/\1/p" read | tail -1 | sed 's/%3A/:/')
  echo "${found:-none}"
}
{
  echo "version $(dpkg-query -W -f '${Version}' aqbanking-tools | cut -d- -f1)"
  echo "value $(field value)"
  echo "end to end $(field endToEndReference)"
  echo "remote name $(field remoteName)"
  echo "purpose $(field purpose)"
} > seen
cat seen
cat > wanted <<'TEXT'
version 6.5.3
value -1000:UGX
end to end wages-1
remote name none
purpose none
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
