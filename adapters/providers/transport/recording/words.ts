/**
 * The words of networks' own messages that may be kept. Any other word may be a name, a PIN or a token. Words that are
 * also names, such as “may” or “mark”, are left out.
 */
export const knownWords: ReadonlySet<string> = new Set(
  `a about above access account accounts active activated after again allowed already ambiguous amount an and api approval
  approved are as at authentication authorised authorized authorization bad balance bank be because been before being below
  between blocked body brand busy but by can cancelled canceled cannot caller checking code collection completed
  configuration configured connection contact could country created credentials currency customer daily debit declined
  denied destination details did disabled disbursement does done due duplicate duplicated during empty encountered enough
  enter entered environment error exceeded exceeds executed existing exist exists expired expiry external failed failure
  field fields floating for forbidden format found from funds gateway had happened has have header headers id identifier if
  in inactive incorrect information initiated initiating input insufficient internal into invalid is issue it key later
  least length limit limits locked made maintenance malformed maximum merchant message method minimum missing mobile money
  monthly more must name network no none not null number object occurred of on only operation or originating other our out
  page parameter parameters parse partner party payee payer payment payments pending per permission permitted phone pin
  please possible pre present previous process processed processing product provided provider quota rate reached receive
  received receiver recipient reference refused registered rejected remote request requested requests required resource
  response retry same sender sent server service session should some something source specified start started state status
  stopped subscriber subscription success successful successfully support suspended system target temporarily than that the
  then there this time timed timeout to too token transaction transactions transfer try unable unauthorised unauthorized
  unavailable under unexpected unknown unsupported until upstream used user using valid validation value vendor version
  wait wallet was we went were while with within without wrong you your html
  msisdn nginx ongoing true false uganda`.split(/\s+/),
)
