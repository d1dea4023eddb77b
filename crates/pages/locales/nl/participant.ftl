# Alles wat het programma zelf tegen deelnemers zegt. Eén bestand per taal, in elk dezelfde sleutels.

# Rond elke pagina
skip-to-content = Naar de inhoud
instructions-show = Instructies
progress = { $done } van { $total }
progress-label = Hoe ver u bent
time-left = Resterende tijd
minutes = { $minutes } min
contact = Vragen over dit onderzoek?
script-off = Voor opslaan tijdens het antwoorden is JavaScript nodig. Zonder JavaScript worden uw antwoorden opgeslagen telkens wanneer u op de knop hieronder drukt.

# Knoppen
continue = Verder
back = Terug
submit = Antwoorden versturen
try-again = Opnieuw proberen

# Informatie, toestemming, vooraf, instructies
information-title = Over dit onderzoek
consent-title = Uw toestemming
consent-agree = Ik doe mee
consent-decline = Ik doe niet mee
consent-decline-note = Als u niet meedoet, eindigt het onderzoek hier en wordt alleen bewaard dat u hebt geweigerd.
screening-title = Voordat u begint
screening-note = Deze vragen laten zien of het onderzoek voor u bedoeld is.
instructions-title = Instructies
no-information = De onderzoekers hebben hier niets geschreven.
about-payment = Vergoeding: { $amount }. Verwachte tijd: ongeveer { $minutes } min.
about-minutes = Verwachte tijd: ongeveer { $minutes } min.
preview-title = Dit is een voorbeeld
preview-note = U kunt het onderzoek hier bekijken. Om mee te doen, accepteert u het eerst op het platform.

# Aankomst
arrival-title = Welkom
arrival-id = Uw deelnemers-ID
arrival-id-hint = De ID die u van het platform of de onderzoekers hebt gekregen. Die wordt apart van uw antwoorden bewaard.
arrival-id-wrong = Typ de ID zoals u die hebt gekregen: alleen letters, cijfers, “-”, “_” en “.”.

# Oefening
training-title = Oefening
training-note = Deze eerste vragen zijn om te oefenen. U hoort wat het juiste antwoord is.
training-right = Dat klopt.
training-wrong = Dat is niet het verwachte antwoord.
training-thanks = Dank u wel.
training-again-title = Nog een keer
training-again = U hebt { $right } van de { $total } oefenvragen beantwoord zoals verwacht; { $needed } zijn nodig. Lees de instructies nog eens en herhaal de oefening.

# Vragen
output = Tekst { $letter }
output-one = Te beoordelen tekst
picture = Afbeelding { $letter }
sound = Opname { $letter }
film = Film { $letter }
optional = niet verplicht
equal = Ongeveer gelijk
best = Beste
worst = Slechtste
none-of-these = Geen van deze
nothing-to-mark = Er is niets te markeren
keys-hint = U kunt ook op de toetsen { $first } tot en met { $last } drukken.
slider-hint = Klik of tik op de lijn, of gebruik de pijltjestoetsen. Tot dan is er niets beantwoord.
slider-number = Een getal van { $minimum } tot en met { $maximum }
ranking-hint = Geef elke tekst een plaats: 1 is de eerste.
ranking-ties-hint = Twee teksten mogen een plaats delen.
ranking-drag = U kunt de teksten ook op volgorde slepen.
ranking-place = Plaats { $place }
best-worst-hint = Kies er een als beste en een andere als slechtste.
choice-hint = Kies alles wat van toepassing is.
spans-hint = Selecteer een deel van de tekst en zeg dan wat het is.
spans-keys = Met het toetsenbord: loop met de pijltjestoetsen door de woorden, houd Shift ingedrukt om te selecteren en druk dan op Enter.
spans-fallback = Kies voor elk deel het eerste en het laatste woord.
spans-text = Te markeren tekst
spans-mark-as = Markeren als
spans-first = Eerste woord
spans-last = Laatste woord
spans-category = Soort
spans-severity = Ernst
spans-row = Deel { $number }
spans-remove = Verwijderen
spans-marked = Gemarkeerde delen
count-up-to = Een geheel getal, hoogstens { $maximum }
text-up-to = Hoogstens { $maximum } tekens
text-left = Nog { $left } tekens

# Afsluiting
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
reason-twice = Geef één antwoord, niet meer.
reason-not-one-of = Kies een van de aangeboden antwoorden.
reason-not-a-number = ‘{ $given }’ is geen getal.
reason-not-whole = ‘{ $given }’ is geen geheel getal.
reason-out-of-range = Geef een getal van { $minimum } tot en met { $maximum }.
reason-off-step = Geef een getal in stappen van { $step }.
reason-shared-place = Twee teksten hebben plaats { $place }. Geef elk een eigen plaats.
reason-best-is-worst = Dezelfde tekst kan niet de beste en de slechtste zijn.
reason-none-and-some = Kies ofwel ‘geen’ ofwel iets, niet allebei.
reason-too-long = Uw antwoord heeft { $length } tekens; er passen er hoogstens { $maximum }.
reason-empty-stretch = Het gemarkeerde deel is leeg: het laatste woord staat vóór het eerste.
reason-outside-text = Het gemarkeerde deel gaat verder dan de tekst.
reason-overlap = Twee gemarkeerde delen overlappen. Markeer elk woord één keer.

# Verlaten
leave = Het onderzoek verlaten
leave-lead = U kunt op elk moment stoppen en hoeft niet te zeggen waarom.
leave-pause = Als u alleen een pauze nodig hebt, sluit deze pagina dan en open haar later weer: u bent dan waar u was.
leave-clock = Uw tijd loopt intussen door.
leave-stay = Doorgaan met het onderzoek
return-choice = Mijn plaats teruggeven
return-place = Uw plaats gaat naar iemand anders, en u kunt daarna niet meer doorgaan.
return-answers = De antwoorden die u tot nu toe gaf, worden bewaard en als onvolledig gemarkeerd.
return-title = Uw plaats teruggeven?
return-yes = Ja, mijn plaats teruggeven
withdraw-choice = Mijn antwoorden intrekken
withdraw-answers = Alles wat u in dit onderzoek hebt geantwoord, wordt gewist, ook opmerkingen. Dit kan niet ongedaan worden gemaakt.
withdraw-kept = Alleen wanneer u hier was en dat u zich hebt teruggetrokken, wordt bewaard.
withdraw-code = Uw voltooiingscode wordt niet meer getoond. Als u hem nog nodig hebt, ga dan terug en gebruik hem eerst.
withdraw-title = Uw antwoorden intrekken?
withdraw-yes = Ja, mijn antwoorden wissen
withdraw-no = Nee, mijn antwoorden bewaren
leave-no-code = U krijgt geen voltooiingscode.
leave-payment = Als u vindt dat de bestede tijd betaald zou moeten worden, schrijf dan de onderzoekers.

# Hoe het eindigt
finished-title = Dank u wel
finished = U bent klaar, en al uw antwoorden zijn opgeslagen.
declined-title = U hebt niet meegedaan
declined = U hebt ervoor gekozen niet mee te doen. Alleen die keuze is bewaard.
screened-out-title = Dit onderzoek is niet voor u bedoeld
screened-out = Dank u voor uw belangstelling. Uw antwoorden laten zien dat u niet tot de groep hoort die dit onderzoek nodig heeft.
failed-check-title = Het onderzoek eindigt hier
failed-check = Van sommige vragen was het antwoord bekend, en te veel van uw antwoorden weken daarvan af. Uw sessie eindigt hier.
failed-training-title = Het onderzoek eindigt hier
failed-training = Te weinig oefenvragen zijn beantwoord zoals verwacht; daarom kan het onderzoek niet doorgaan.
too-late-title = De tijd is om
too-late = De tijdslimiet is verstreken, en uw plaats kan naar iemand anders zijn gegaan. De antwoorden die u gaf zijn bewaard, en de onderzoekers kunnen ze nog aannemen.
returned-title = U hebt uw plaats teruggegeven
returned = Uw plaats is nu vrij voor iemand anders. De antwoorden die u had gegeven, zijn bewaard. U kunt deze pagina sluiten.
withdrawn-title = U hebt zich teruggetrokken
withdrawn = Uw antwoorden zijn gewist. Alleen wanneer u hier was en dat u zich hebt teruggetrokken, is bewaard.
full-title = Er zijn geen plaatsen meer
full = Op dit moment doen er genoeg mensen mee. Van u is niets bewaard. Probeer het later nog eens: ongebruikte plaatsen komen weer vrij.
paused-title = Het onderzoek is onderbroken
paused = De onderzoekers hebben het onderzoek onderbroken. Probeer het later nog eens; antwoorden die u al gaf, zijn bewaard.
closed-title = Het onderzoek is gesloten
closed = Het onderzoek is afgelopen en neemt geen deelnemers meer aan.
already-took-part-title = U hebt al meegedaan
already-took-part = Iedereen kan alleen zo vaak meedoen als het onderzoek toestaat, en dat hebt u gedaan. Dank u wel.
not-found-title = Hier is niets
not-found = Dit adres leidt nergens heen. Controleer of u de hele link hebt geopend die u hebt gekregen.
too-many-requests-title = Te veel verzoeken
too-many-requests = De server heeft meer verzoeken van u gekregen dan hij aankan. Wacht even en laad de pagina opnieuw. Er gaat niets verloren.
stale-title = Deze pagina is niet meer actueel
stale = U bent in een ander venster verdergegaan, of deze pagina is oud. Uw antwoorden zijn veilig; ga verder waar u bent.
bad-request-title = Dit kon niet worden gelezen
bad-request = Wat uw browser stuurde, was niet te begrijpen. Ga terug, laad de pagina opnieuw en probeer het nog eens.
fault-title = Er ging iets mis
fault = Dat is onze fout, niet de uwe. Antwoorden die u al stuurde, zijn opgeslagen. Laad deze pagina zo meteen opnieuw.
fault-reference = Als het weer gebeurt, geef de onderzoekers dan dit kenmerk:
code = Uw voltooiingscode
code-hint = Kopieer hem naar de pagina waar u vandaan kwam.
another-list = Nog een lijst doen
way-back = Terug naar het platform
way-back-hint = Zo weet het platform hoe het onderzoek voor u is afgelopen; daar hangt de vergoeding van af.
return-there = Geef het ook op { $platform } terug, anders blijft uw plaats daar bezet.
withdraw-there = Als u op { $platform } nog niet klaar bent, geef het dan ook daar terug.
open-platform = { $platform } openen
debrief-title = Waar dit onderzoek over ging
ask-about-payment = Als u denkt dat dit niet klopt, of tijd hebt besteed die betaald zou moeten worden, schrijf dan de onderzoekers.
