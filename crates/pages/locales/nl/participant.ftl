# Alles wat het programma zelf tegen deelnemers zegt. Eén bestand per taal, in elk dezelfde sleutels.

# Rond elke pagina
skip-to-content = Naar de inhoud
instructions-show = Instructies
progress = { $done } van { $total }
progress-label = Voortgang
part = Deel { $number } van { $total }
list-of = Lijst { $number } van { $total }
time-left = Resterende tijd
minutes = { $minutes } min
time-soon = Nog { $minutes } min. Uw antwoorden worden direct opgeslagen.
time-up = De tijd is om. Wat u hebt beantwoord, is opgeslagen.
more-time = Ik heb nog { $minutes } minuten nodig
contact = Vragen over dit onderzoek?
script-off = JavaScript staat uit. Uw antwoorden worden alleen opgeslagen als u op de knop hieronder drukt.

# Knoppen
continue = Verder
back = Terug
submit = Afronden
try-again = Opnieuw proberen

# Informatie, toestemming, vooraf, instructies
information-title = Over dit onderzoek
consent-title = Uw toestemming
consent-agree = Ik doe mee
consent-decline = Ik doe niet mee
consent-decline-note = Als u weigert, stopt het onderzoek hier.
screening-title = Voordat u begint
screening-note = Met deze vragen bepalen we of u aan dit onderzoek kunt meedoen.
instructions-title = Instructies
no-information = De onderzoekers hebben hier geen informatie geplaatst.
about-payment = Vergoeding: { $amount }. Verwachte tijd: ongeveer { $minutes } min.
about-minutes = Verwachte tijd: ongeveer { $minutes } min.
preview-title = Dit is een voorbeeld
preview-note = U kunt het onderzoek hier bekijken. Om mee te doen, accepteert u het eerst op het platform.
sample-title = Een van de vragen
resume-note = U bent op dit apparaat al aan dit onderzoek begonnen.
resume = Verdergaan waar u gebleven was

# Aankomst
arrival-title = Welkom
arrival-id = Uw deelnemers-ID
arrival-id-hint = De ID die u van het platform of de onderzoekers hebt gekregen. Die wordt apart van uw antwoorden bewaard.
arrival-id-missing = Typ uw deelnemers-ID.
arrival-id-wrong = Typ de ID zoals u die hebt gekregen: alleen letters, cijfers, “-”, “_” en “.”.

# Oefening
training-title = Oefening
training-note = Deze eerste vragen zijn om te oefenen. Na elke vraag ziet u of uw antwoord het verwachte is.
training-right = Goed.
training-wrong = Dat is niet het verwachte antwoord.
training-thanks = Dank u wel.
training-again-title = Nog eens oefenen
training-again = U hebt { $right } van de { $total } oefenvragen beantwoord zoals verwacht; { $needed } zijn nodig. Lees de instructies nog eens en herhaal de oefening.

# Vragen
output = Tekst { $letter }
context = Context
output-one = Te beoordelen tekst
picture = Afbeelding { $letter }
sound = Opname { $letter }
film = Video { $letter }
optional = niet verplicht
cannot-judge = Ik kan dit niet beoordelen
can-judge = Ik kan het toch beoordelen
confidence = Hoe zeker bent u?
follow-up = Nog één vraag:
remark-both = Opmerking of probleem melden
remark-comment = Opmerking bij deze pagina
remark-problem = Een probleem op deze pagina melden
remark-wrong = Er klopt iets niet aan dit onderdeel
remark-words = Uw opmerking
remark-what = Wat klopt er niet?
equal = Ongeveer gelijk
best = Beste
worst = Slechtste
none-of-these = Geen van deze
nothing-to-mark = Niets te markeren
keys-hint = Cijfertoetsen kiezen een antwoord, Enter gaat verder.
advance = We gaan verder… Tik, klik of druk op een toets om te blijven.
slider-hint = Klik of tik op de lijn, of gebruik de pijltoetsen, om te antwoorden.
slider-number = Een getal van { $minimum } tot en met { $maximum }
ranking-hint = Geef elke tekst een plaats: 1 is de eerste.
ranking-ties-hint = Twee teksten mogen een plaats delen.
ranking-drag = Zet de teksten op volgorde, de eerste bovenaan: sleep ze of gebruik de pijlen.
ranking-place = Plaats { $place }
ranking-place-of = Plaats van { $text }
ranking-up = Omhoog
ranking-down = Omlaag
ranking-keep = De volgorde klopt zo
best-worst-hint = Kies één tekst voor “{ $best }” en een andere voor “{ $worst }”.
choice-hint = Kies alles wat van toepassing is.
play-through = Speel eerst elke opname tot het einde af.
break-title = Tijd voor een pauze?
break-lead = U hebt { $done } van de { $total } pagina’s gedaan; er zijn er nog { $left } over. Neem gerust een pauze en ga verder wanneer u zover bent.
break-time = De pauze telt niet als werktijd.
wait = Neem nog even de tijd voor deze pagina. Over { $seconds } s kunt u verdergaan.
wait-over = U kunt nu verdergaan.
window-width = Voor dit onderzoek is een venster van minstens { $width } pixels breed nodig, zoals op een laptop. Is dat van u kleiner, open de link dan op een groter scherm.
window-narrow = Dit venster is maar { $width } pixels breed. Maak het groter of open dezelfde link op een groter scherm: daar kunt u beginnen.
spans-hint = Selecteer woorden in de tekst en kies dan een categorie. Druk op een markering om die te wijzigen.
spans-touch = Met de vinger: tik het eerste woord aan en dan het laatste.
spans-keys = Met het toetsenbord: pijltjes gaan van woord naar woord, Shift selecteert meer, cijfers kiezen.
spans-fallback = Kies voor elk deel het eerste en het laatste woord.
spans-text = Te markeren tekst
spans-mark-as = Markeren als
spans-missing = Er ontbreekt iets
spans-first = Eerste woord
spans-last = Laatste woord
spans-category = Categorie
spans-severity = Ernst
spans-row = Deel { $number }
spans-remove = Verwijderen
spans-undo = Ongedaan maken
spans-marked = Gemarkeerde delen
count-up-to = Een geheel getal, hoogstens { $maximum }
count-between = Een geheel getal van { $minimum } tot en met { $maximum }
text-up-to = Hoogstens { $maximum } tekens
text-between = { $minimum } tot { $maximum } tekens
text-left = Nog { $left } tekens

# Afsluiting
review-title = Controleer uw antwoorden
review-lead = Dit zijn uw antwoorden. U kunt ze nog wijzigen voordat u afrondt.
review-change = Wijzigen
review-page = Pagina { $number }
closing-title = Bijna klaar
closing-comment = Wilt u de onderzoekers nog iets vertellen?

# Opslaan
answered-before = U hebt deze pagina al beantwoord. U kunt uw antwoord wijzigen of doorgaan.
saved = Alle antwoorden opgeslagen
saving = Bezig met opslaan…
offline = Geen verbinding. Uw antwoorden blijven op dit apparaat en worden verstuurd zodra er weer verbinding is.
offline-submit = Geen verbinding. Uw antwoorden blijven op dit apparaat. Druk opnieuw op de knop zodra er weer verbinding is.

# Wat ontbreekt of niet klopt
errors-title = Controleer uw antwoorden
errors-question = Vraag { $number }
reason-missing = Beantwoord deze vraag.
reason-follow-up = Uw antwoord hierboven leidt tot deze vraag. Beantwoord die ook.
reason-missing-rank = Geef elke tekst een plaats.
reason-missing-severity = Kies voor elk gemarkeerd deel de ernst.
reason-missing-best-worst = Kies in elke kolom één tekst.
reason-twice = Kies één antwoord.
reason-not-one-of = Kies een van de opties.
reason-not-a-number = ‘{ $given }’ is geen getal.
reason-not-whole = ‘{ $given }’ is geen geheel getal.
reason-out-of-range = Geef een getal van { $minimum } tot en met { $maximum }.
reason-off-step = Geef een getal in stappen van { $step }.
reason-shared-place = Twee teksten hebben plaats { $place }. Geef elk een eigen plaats.
reason-best-is-worst = Dezelfde tekst kan niet in beide kolommen worden gekozen.
reason-none-and-some = Kies ofwel ‘geen’ ofwel iets, niet allebei.
reason-too-long = Uw antwoord heeft { $length } tekens; het maximum is { $maximum }.
reason-too-short = Uw antwoord heeft { $length } tekens; schrijf er minstens { $minimum }.
reason-not-a-day = Vul een bestaande datum in, als jaar-maand-dag: 2026-11-17.
reason-too-early = Vul een datum vanaf { $earliest } in.
reason-too-late = Vul een datum tot en met { $latest } in.
reason-empty-span = Het laatste woord van het gemarkeerde deel staat vóór het eerste.
reason-outside-text = Het gemarkeerde deel gaat verder dan de tekst.
reason-overlap = Twee gemarkeerde delen overlappen. Markeer elk woord één keer.

# Verlaten
leave = Het onderzoek verlaten
leave-lead = U kunt op elk moment stoppen, zonder een reden te geven.
leave-pause = Hebt u alleen een pauze nodig, sluit dan deze pagina en open haar later weer. U kunt verdergaan waar u was gebleven.
leave-clock = De tijd loopt intussen door.
leave-stay = Doorgaan met het onderzoek
return-choice = Mijn plaats afstaan
return-place = Uw plaats gaat naar iemand anders en u kunt daarna niet verder.
return-answers = Uw antwoorden tot nu toe worden bewaard en als onvolledig gemarkeerd.
return-title = Uw plaats afstaan?
return-yes = Ja, mijn plaats afstaan
withdraw-choice = Mijn antwoorden intrekken
withdraw-answers = Al uw antwoorden in dit onderzoek worden gewist, ook opmerkingen. Dit kan niet ongedaan worden gemaakt.
withdraw-code = Uw voltooiingscode wordt niet meer getoond. Als u hem nog nodig hebt, ga dan terug en gebruik hem eerst.
withdraw-title = Uw antwoorden intrekken?
withdraw-yes = Ja, mijn antwoorden wissen
withdraw-no = Nee, mijn antwoorden bewaren
leave-no-code = U krijgt geen voltooiingscode.
leave-payment = Vindt u dat de bestede tijd betaald zou moeten worden, neem dan contact op met de onderzoekers.

# Hoe het eindigt
finished-title = Dank u wel
finished = U bent klaar.
declined-title = U hebt deelname geweigerd
declined = U hebt ervoor gekozen niet mee te doen.
screened-out-title = U komt niet in aanmerking voor dit onderzoek
screened-out = Dank u voor uw belangstelling. Uit uw antwoorden blijkt dat u niet tot de groep hoort die voor dit onderzoek wordt gezocht.
failed-check-title = Het onderzoek eindigt hier
failed-check = Van sommige vragen was het antwoord bekend, en u hebt er te veel anders beantwoord. Het onderzoek eindigt hier voor u.
failed-check-done-title = Dank u voor uw tijd
failed-check-done = U hebt alles beantwoord. Van sommige vragen was het antwoord bekend, en u hebt er te veel anders beantwoord. Uw antwoorden tellen daarom niet mee.
failed-training-title = Het onderzoek eindigt hier
failed-training = U hebt te weinig oefenvragen beantwoord zoals verwacht; daarom eindigt het onderzoek hier voor u.
too-late-title = De tijd is om
too-late = De tijdslimiet is verstreken en uw plaats is misschien aan iemand anders gegeven. De onderzoekers kunnen uw antwoorden nog accepteren.
returned-title = U hebt uw plaats afgestaan
returned = Iemand anders kan nu uw plaats innemen. U kunt deze pagina sluiten.
withdrawn-title = U hebt zich teruggetrokken
withdrawn = Uw antwoorden zijn teruggetrokken.
full-title = Geen plaatsen meer vrij
full = Op dit moment zijn alle plaatsen bezet. U kunt het later opnieuw proberen: ongebruikte plaatsen komen weer vrij.
paused-title = Het onderzoek is onderbroken
paused = De onderzoekers hebben het onderzoek onderbroken. Probeer het later opnieuw.
closed-title = Het onderzoek is gesloten
closed = Dit onderzoek is afgelopen en neemt geen nieuwe deelnemers aan.
already-took-part-title = U hebt al meegedaan
already-took-part = U hebt al zo vaak meegedaan als dit onderzoek toestaat. Dank u wel.
already-begun-title = Dit ID is al gebruikt
already-begun = Iemand is al met dit ID aan dit onderzoek begonnen. Was u dat, ga dan verder in de browser waarin u bent begonnen, of open het onderzoek opnieuw vanaf het platform. Lukt geen van beide, neem dan contact op met de onderzoekers.
unverified-link-title = Deze link kon niet worden bevestigd
unverified-link = We konden niet bevestigen dat u via het platform komt: de link is misschien oud of onvolledig. Open het onderzoek opnieuw vanaf het platform.
cannot-verify-title = Probeer het over een paar minuten opnieuw
cannot-verify = We kunnen uw link op dit moment niet controleren. Dat ligt niet aan u. Laad deze pagina over een paar minuten opnieuw.
not-found-title = Pagina niet gevonden
not-found = Op dit adres is geen pagina. Controleer of u de volledige link hebt geopend die u hebt gekregen.
too-many-requests-title = Te veel verzoeken
too-many-requests = We hebben te veel verzoeken van uw verbinding ontvangen. Wacht even en laad de pagina opnieuw.
stale-title = Deze pagina is verouderd
stale = U bent in een ander venster verdergegaan, of deze pagina is oud. Ga verder vanaf de huidige pagina.
bad-request-title = Uw verzoek kon niet worden gelezen
bad-request = We konden niet lezen wat uw browser heeft gestuurd. Ga terug, laad de pagina opnieuw en probeer het nog eens.
fault-title = Er ging iets mis
fault = Dit ligt aan ons, niet aan u. Laad deze pagina zo meteen opnieuw.
fault-reference = Als het weer gebeurt, geef de onderzoekers dan dit kenmerk:
code = Uw voltooiingscode
code-hint = Kopieer hem naar de pagina waar u vandaan kwam.
another-list = Nog meer vragen beantwoorden
way-back = Terug naar { $platform }
submit-there = Afronden op { $platform }
way-back-hint = { $platform } heeft dit nodig om uw betaling te verwerken.
way-back-notice = Zo weet { $platform } hoe het onderzoek voor u is geëindigd.
return-there = Geef het ook op { $platform } terug, anders blijft uw plaats daar bezet.
withdraw-there = Als u op { $platform } nog niet klaar bent, geef het dan ook daar terug.
open-platform = { $platform } openen
debrief-title = Waar dit onderzoek over ging
ask-about-payment = Hebt u hier een vraag over, of denkt u dat uw tijd betaald zou moeten worden, neem dan contact op met de onderzoekers.
payment-promised = Vergoeding hiervoor: { $amount }.
payment-undecided = De vergoeding van { $amount } is voor wie het onderzoek afmaakt. Wat u krijgt voor de bestede tijd, beslissen de onderzoekers. Hebt u hier een vraag over, of denkt u dat uw tijd betaald zou moeten worden, neem dan contact met hen op.
payment-checks = Of u de vergoeding van { $amount } krijgt, beslissen de onderzoekers. Hebt u hier een vraag over of vindt u dat u betaald moet worden, neem dan contact met hen op.

# What is kept, said on every ending
kept-answers = Uw antwoorden zijn opgeslagen, met de tijden van uw bezoek en uw deelnemers-ID als u er een hebt gebruikt.
kept-attempt = We bewaren dat u wilde meedoen en wat u ons tot nu toe hebt verteld, met de tijden en uw deelnemers-ID als u er een hebt gebruikt, zodat we u herkennen als u terugkomt.
kept-refusal = Van dit bezoek bewaren we alleen de tijden en dat u hebt geweigerd. Uw deelnemers-ID wordt niet bewaard.
kept-withdrawal = We bewaren alleen de tijden van uw bezoek en dat u zich hebt teruggetrokken. Uw antwoorden en uw deelnemers-ID worden gewist.
kept-nothing = Van uw bezoek wordt niets bewaard.
kept-as-before = Aan wat u eerder hebt verstuurd, is niets veranderd.
