/**
 * What long passwords are made of that many people choose: the words that recur in published lists of the most common ones
 * (the UK's National Cyber Security Centre and SecLists keep such), without their numbers and endings, and words that are
 * near at hand here.
 */
export const commonWords: readonly string[] =
  'account admin administrator airtel amigo amor angel arsenal baby banana barcelona baseball basketball batman beautiful blessed blink butterfly change changeme charlie cheese chelsea chicken chocolate christ computer correcthorsebatterystaple cowboy daniel default diamond dragon elephant family father flower football forever freedom friend friends fuckyou gateway ginger god guest hello heaven honey hunter iloveyou internet jackson jasmine jennifer jessica jesus jordan kampala killer kitten kigali lagos letmein liverpool login london love lovely lover lovely manager manchester marina master matrix michael michelle mobile momo money monkey mother mtn mustang nairobi naruto nigeria ninja number october office operator orange pass passw0rd passwd passwort password peanut pepper pokemon princess purple qazwsx querty qwerty qwertz rainbow root samsung secret secure september shadow shalom simple sister soccer spiderman spring starwars strawberry success summer sunflower sunshine superman superstar sweet system teddybear temp tempo tempus test thank thomas tigger trustno trustnoone uganda united user victory welcome whatever william winter wizard woman world yellow you zaq1xsw2 zambia'.split(
    ' ',
  )
