/** The time zones of currencies: those of the countries that use it, each once where their clocks differ. */
const zones: ReadonlyMap<string, readonly string[]> = new Map([
  ['UGX', ['Africa/Kampala']],
  ['KES', ['Africa/Nairobi']],
  ['TZS', ['Africa/Dar_es_Salaam']],
  ['RWF', ['Africa/Kigali']],
  ['BIF', ['Africa/Bujumbura']],
  ['SSP', ['Africa/Juba']],
  ['CDF', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
  ['ZMW', ['Africa/Lusaka']],
  ['MWK', ['Africa/Blantyre']],
  ['MZN', ['Africa/Maputo']],
  ['BWP', ['Africa/Gaborone']],
  ['ZAR', ['Africa/Johannesburg']],
  ['SZL', ['Africa/Mbabane']],
  ['MGA', ['Indian/Antananarivo']],
  ['SCR', ['Indian/Mahe']],
  ['NGN', ['Africa/Lagos']],
  ['GHS', ['Africa/Accra']],
  ['LRD', ['Africa/Monrovia']],
  ['SLE', ['Africa/Freetown']],
  ['GNF', ['Africa/Conakry']],
  ['XAF', ['Africa/Douala']],
  ['XOF', ['Africa/Abidjan', 'Africa/Porto-Novo']],
])

/** The time zones of a market's currencies, each once. A currency of no market here, such as EUR, has none. */
export function timeZonesOf(currencies: readonly string[]): readonly string[] {
  return [...new Set(currencies.flatMap((currency) => zones.get(currency) ?? []))]
}
