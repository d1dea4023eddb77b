# Alles, was das Programm selbst zu Teilnehmenden sagt. Eine Datei je Sprache, in jeder dieselben Schlüssel.

# Rund um jede Seite
skip-to-content = Zum Inhalt springen
instructions-show = Anleitung
progress = { $done } von { $total }
progress-label = Fortschritt
part = Teil { $number } von { $total }
list-of = Liste { $number } von { $total }
time-left = Verbleibende Zeit
minutes = { $minutes } Min.
time-soon = Noch { $minutes } min. Ihre Antworten werden laufend gespeichert.
time-up = Die Zeit ist um. Ihre bisherigen Antworten sind gespeichert.
more-time = Ich brauche noch { $minutes } Minuten
contact = Fragen zu dieser Studie?
script-off = JavaScript ist ausgeschaltet. Ihre Antworten werden deshalb nur gespeichert, wenn Sie auf die Schaltfläche unten drücken.

# Schaltflächen
continue = Weiter
back = Zurück
submit = Abschließen
try-again = Noch einmal versuchen

# Information, Einwilligung, Vorfragen, Anleitung
information-title = Über diese Studie
consent-title = Ihre Einwilligung
consent-agree = Ich möchte teilnehmen
consent-decline = Ich möchte nicht teilnehmen
consent-decline-note = Wenn Sie ablehnen, endet die Studie hier.
screening-title = Bevor Sie beginnen
screening-note = Mit diesen Fragen prüfen wir, ob Sie an dieser Studie teilnehmen können.
instructions-title = Anleitung
no-information = Die Forschenden haben hier keine Informationen hinterlegt.
about-payment = Vergütung: { $amount }. Voraussichtliche Dauer: etwa { $minutes } Min.
about-minutes = Voraussichtliche Dauer: etwa { $minutes } Min.
preview-title = Dies ist eine Vorschau
preview-note = Sie können sich die Studie hier ansehen. Um teilzunehmen, nehmen Sie sie zuerst auf der Plattform an.
sample-title = Eine der Fragen
resume-note = Sie haben diese Studie auf diesem Gerät schon begonnen.
resume = Dort weitermachen, wo Sie aufgehört haben

# Ankunft
arrival-title = Willkommen
arrival-id = Ihre Teilnahme-ID
arrival-id-hint = Die ID, die Sie von der Plattform oder den Forschenden bekommen haben. Sie wird getrennt von Ihren Antworten aufbewahrt.
arrival-id-missing = Bitte geben Sie Ihre Teilnahme-ID ein.
arrival-id-wrong = Bitte geben Sie die ID so ein, wie Sie sie erhalten haben: nur Buchstaben, Ziffern, „-“, „_“ und „.“.

# Übung
training-title = Übung
training-note = Diese ersten Fragen sind zum Üben. Nach jeder Frage sehen Sie, ob Ihre Antwort die erwartete ist.
training-right = Richtig.
training-wrong = Das ist nicht die erwartete Antwort.
training-thanks = Danke.
training-again-title = Noch einmal üben
training-again = Sie haben { $right } von { $total } Übungsfragen wie erwartet beantwortet; nötig sind { $needed }. Bitte lesen Sie die Anleitung noch einmal und wiederholen Sie die Übung.

# Fragen
output = Text { $letter }
context = Kontext
output-one = Zu beurteilender Text
picture = Bild { $letter }
sound = Aufnahme { $letter }
film = Video { $letter }
optional = freiwillig
cannot-judge = Ich kann das nicht beurteilen
can-judge = Ich kann es doch beurteilen
confidence = Wie sicher sind Sie sich?
follow-up = Eine weitere Frage:
remark-both = Kommentar oder Problem melden
remark-comment = Kommentar zu dieser Seite
remark-problem = Ein Problem auf dieser Seite melden
remark-wrong = Hier stimmt etwas nicht
remark-words = Ihr Kommentar
remark-what = Was stimmt nicht?
equal = Etwa gleich
best = Am besten
worst = Am schlechtesten
none-of-these = Nichts davon
nothing-to-mark = Nichts zu markieren
keys-hint = Zifferntasten wählen eine Antwort, die Eingabetaste geht weiter.
advance = Gleich geht es weiter … Tippen, klicken oder eine Taste drücken, um zu bleiben.
slider-hint = Klicken oder tippen Sie auf die Linie, oder benutzen Sie die Pfeiltasten, um zu antworten.
slider-number = Eine Zahl von { $minimum } bis { $maximum }
ranking-hint = Geben Sie jedem Text einen Rang: 1 ist der erste.
ranking-ties-hint = Zwei Texte dürfen denselben Rang haben.
ranking-drag = Bringen Sie die Texte in die Reihenfolge, den ersten nach oben: durch Ziehen oder mit den Pfeilen.
ranking-place = Rang { $place }
ranking-place-of = Rang von { $text }
ranking-up = Nach oben
ranking-down = Nach unten
ranking-keep = Die Reihenfolge stimmt so
best-worst-hint = Wählen Sie einen Text für „{ $best }“ und einen anderen für „{ $worst }“.
choice-hint = Wählen Sie alles, was zutrifft.
play-through = Bitte spielen Sie zuerst jede Aufnahme bis zum Ende ab.
break-title = Zeit für eine Pause?
break-lead = Sie haben { $done } von { $total } Seiten geschafft, { $left } liegen noch vor Ihnen. Machen Sie eine Pause, wenn Sie möchten, und fahren Sie fort, wenn Sie so weit sind.
break-time = Die Pause zählt nicht als Arbeitszeit.
wait = Bitte nehmen Sie sich für diese Seite noch etwas Zeit. In { $seconds } s können Sie fortfahren.
wait-over = Sie können jetzt fortfahren.
window-width = Diese Studie braucht ein mindestens { $width } Pixel breites Fenster, wie auf einem Laptop. Wenn Ihres kleiner ist, öffnen Sie den Link bitte auf einem größeren Bildschirm.
window-narrow = Dieses Fenster ist nur { $width } Pixel breit. Bitte vergrößern Sie es, oder öffnen Sie denselben Link auf einem größeren Bildschirm: Dort können Sie beginnen.
spans-hint = Markieren Sie Wörter im Text und wählen Sie dann eine Kategorie. Zum Ändern drücken Sie auf eine Markierung.
spans-touch = Mit dem Finger: erst das erste Wort antippen, dann das letzte.
spans-keys = Mit der Tastatur: Pfeiltasten gehen von Wort zu Wort, Umschalt wählt mehr aus, Ziffern entscheiden.
spans-fallback = Wählen Sie für jeden Teil, den Sie markieren möchten, das erste und das letzte Wort.
spans-text = Zu markierender Text
spans-mark-as = Markieren als
spans-missing = Etwas fehlt
spans-first = Erstes Wort
spans-last = Letztes Wort
spans-category = Kategorie
spans-severity = Schwere
spans-row = Teil { $number }
spans-remove = Entfernen
spans-undo = Rückgängig
spans-marked = Markierte Teile
count-up-to = Eine ganze Zahl, höchstens { $maximum }
count-between = Eine ganze Zahl von { $minimum } bis { $maximum }
text-up-to = Höchstens { $maximum } Zeichen
text-between = { $minimum } bis { $maximum } Zeichen
text-left = Noch { $left } Zeichen

# Abschluss
review-title = Antworten prüfen
review-lead = Das sind Ihre Antworten. Sie können sie noch ändern, bevor Sie abschließen.
review-change = Ändern
review-page = Seite { $number }
closing-title = Fast fertig
closing-comment = Möchten Sie den Forschenden etwas mitteilen?

# Speichern
answered-before = Sie haben diese Seite bereits beantwortet. Sie können Ihre Antwort ändern oder fortfahren.
saved = Alle Antworten gespeichert
saving = Wird gespeichert …
offline = Keine Verbindung. Ihre Antworten bleiben auf diesem Gerät und werden gesendet, sobald die Verbindung wieder da ist.
offline-submit = Keine Verbindung. Ihre Antworten bleiben auf diesem Gerät. Drücken Sie die Schaltfläche noch einmal, wenn die Verbindung wieder da ist.

# Was fehlt oder nicht stimmt
errors-title = Bitte prüfen Sie Ihre Antworten
errors-question = Frage { $number }
reason-missing = Bitte beantworten Sie diese Frage.
reason-follow-up = Aus Ihrer Antwort oben ergibt sich diese Frage. Bitte beantworten Sie auch sie.
reason-missing-rank = Bitte geben Sie jedem Text einen Rang.
reason-missing-severity = Bitte wählen Sie für jeden markierten Teil, wie schwer er wiegt.
reason-missing-best-worst = Bitte wählen Sie in jeder Spalte einen Text.
reason-twice = Bitte wählen Sie nur eine Antwort.
reason-not-one-of = Bitte wählen Sie eine der Möglichkeiten.
reason-not-a-number = „{ $given }“ ist keine Zahl.
reason-not-whole = „{ $given }“ ist keine ganze Zahl.
reason-out-of-range = Bitte geben Sie eine Zahl von { $minimum } bis { $maximum } ein.
reason-off-step = Bitte geben Sie eine Zahl in Schritten von { $step } ein.
reason-shared-place = Zwei Texte haben Rang { $place }. Bitte geben Sie jedem Text einen eigenen Rang.
reason-best-is-worst = Derselbe Text kann nicht in beiden Spalten gewählt werden.
reason-none-and-some = Bitte wählen Sie entweder „nichts“ oder andere Möglichkeiten, nicht beides.
reason-too-long = Ihre Antwort hat { $length } Zeichen; erlaubt sind höchstens { $maximum }.
reason-too-short = Ihre Antwort hat { $length } Zeichen; bitte schreiben Sie mindestens { $minimum }.
reason-not-a-day = Bitte geben Sie ein Datum ein, das es gibt, als Jahr-Monat-Tag: 2026-11-17.
reason-too-early = Bitte geben Sie ein Datum ab dem { $earliest } ein.
reason-too-late = Bitte geben Sie ein Datum bis zum { $latest } ein.
reason-empty-span = Das letzte Wort des markierten Teils steht vor seinem ersten.
reason-outside-text = Der markierte Teil geht über den Text hinaus.
reason-overlap = Zwei markierte Teile überschneiden sich. Bitte markieren Sie jedes Wort nur einmal.

# Verlassen
leave = Studie verlassen
leave-lead = Sie können jederzeit ohne Angabe von Gründen aufhören.
leave-pause = Wenn Sie nur eine Pause brauchen, schließen Sie diese Seite und öffnen Sie sie später wieder. Sie können dort weitermachen, wo Sie aufgehört haben.
leave-clock = Die Zeit läuft währenddessen weiter.
leave-stay = Studie fortsetzen
return-choice = Meinen Platz aufgeben
return-place = Ihr Platz geht an jemand anderen, und Sie können danach nicht weitermachen.
return-answers = Ihre bisherigen Antworten bleiben gespeichert und werden als unvollständig gekennzeichnet.
return-title = Ihren Platz aufgeben?
return-yes = Ja, meinen Platz aufgeben
withdraw-choice = Meine Antworten zurückziehen
withdraw-answers = Alle Ihre Antworten in dieser Studie werden gelöscht, auch Kommentare. Das lässt sich nicht rückgängig machen.
withdraw-code = Ihr Abschlusscode wird nicht wieder angezeigt. Wenn Sie ihn noch brauchen, gehen Sie zurück und verwenden Sie ihn zuerst.
withdraw-title = Ihre Antworten zurückziehen?
withdraw-yes = Ja, meine Antworten löschen
withdraw-no = Nein, meine Antworten behalten
leave-no-code = Sie erhalten keinen Abschlusscode.
leave-payment = Wenn die aufgewendete Zeit Ihrer Meinung nach vergütet werden sollte, wenden Sie sich bitte an die Forschenden.

# Wie es endet
finished-title = Vielen Dank
finished = Sie sind fertig.
declined-title = Sie haben die Teilnahme abgelehnt
declined = Sie haben sich gegen die Teilnahme entschieden.
screened-out-title = Sie können an dieser Studie nicht teilnehmen
screened-out = Danke für Ihr Interesse. Ihre Antworten zeigen, dass Sie nicht zu der Gruppe gehören, die für diese Studie gesucht wird.
failed-check-title = Die Studie endet hier
failed-check = Bei einigen Fragen stand die Antwort fest, und Sie haben zu viele davon anders beantwortet. Die Studie endet hier für Sie.
failed-check-done-title = Vielen Dank für Ihre Zeit
failed-check-done = Sie haben alles beantwortet. Bei einigen Fragen stand die Antwort fest, und Sie haben zu viele davon anders beantwortet. Ihre Antworten werden deshalb nicht ausgewertet.
failed-training-title = Die Studie endet hier
failed-training = Sie haben zu wenige Übungsfragen wie erwartet beantwortet; deshalb endet die Studie hier für Sie.
too-late-title = Die Zeit ist um
too-late = Die Zeit ist abgelaufen, und Ihr Platz wurde möglicherweise an jemand anderen vergeben. Die Forschenden können Ihre Antworten noch annehmen.
returned-title = Sie haben Ihren Platz aufgegeben
returned = Ihr Platz ist nun für jemand anderen frei. Sie können diese Seite schließen.
withdrawn-title = Sie haben Ihre Teilnahme zurückgezogen
withdrawn = Ihre Antworten sind zurückgezogen.
full-title = Keine Plätze frei
full = Zurzeit sind alle Plätze vergeben. Versuchen Sie es später noch einmal: Nicht genutzte Plätze werden wieder frei.
paused-title = Die Studie ist unterbrochen
paused = Die Forschenden haben die Studie unterbrochen. Bitte versuchen Sie es später noch einmal.
closed-title = Die Studie ist beendet
closed = Diese Studie ist beendet und nimmt keine neuen Teilnehmenden auf.
already-took-part-title = Sie haben schon teilgenommen
already-took-part = Sie haben bereits so oft teilgenommen, wie diese Studie es erlaubt. Vielen Dank.
already-begun-title = Diese ID wurde schon verwendet
already-begun = Jemand hat diese Studie mit dieser ID schon begonnen. Wenn Sie das waren, machen Sie bitte in dem Browser weiter, in dem Sie begonnen haben, oder öffnen Sie die Studie noch einmal von der Plattform aus. Wenn beides nicht geht, wenden Sie sich bitte an die Forschenden.
unverified-link-title = Dieser Link konnte nicht bestätigt werden
unverified-link = Wir konnten nicht bestätigen, dass Sie von der Plattform kommen: Der Link ist möglicherweise alt oder unvollständig. Bitte öffnen Sie die Studie noch einmal von der Plattform aus.
cannot-verify-title = Bitte versuchen Sie es in einigen Minuten noch einmal
cannot-verify = Wir können Ihren Link zurzeit nicht prüfen. Das liegt nicht an Ihnen. Bitte laden Sie diese Seite in einigen Minuten noch einmal.
not-found-title = Seite nicht gefunden
not-found = Unter dieser Adresse gibt es keine Seite. Bitte prüfen Sie, ob Sie den vollständigen Link geöffnet haben, den Sie bekommen haben.
too-many-requests-title = Zu viele Anfragen
too-many-requests = Von Ihrer Verbindung kamen zu viele Anfragen. Bitte warten Sie einen Augenblick und laden Sie die Seite neu.
stale-title = Diese Seite ist veraltet
stale = Sie haben in einem anderen Fenster weitergemacht, oder diese Seite ist alt. Bitte machen Sie auf der aktuellen Seite weiter.
bad-request-title = Ihre Anfrage konnte nicht gelesen werden
bad-request = Wir konnten nicht lesen, was Ihr Browser gesendet hat. Bitte gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.
fault-title = Etwas ist schiefgegangen
fault = Das liegt an uns, nicht an Ihnen. Bitte laden Sie diese Seite gleich noch einmal.
fault-reference = Wenn es wieder geschieht, nennen Sie den Forschenden diese Kennung:
code = Ihr Abschlusscode
code-hint = Kopieren Sie ihn auf die Seite, von der Sie gekommen sind.
another-list = Weitere Fragen beantworten
way-back = Zurück zu { $platform }
submit-there = Auf { $platform } abschließen
way-back-hint = { $platform } braucht das für Ihre Vergütung.
way-back-notice = So erfährt { $platform }, wie die Studie für Sie geendet hat.
return-there = Bitte geben Sie die Studie auch auf { $platform } zurück, sonst bleibt Ihr Platz dort besetzt.
withdraw-there = Wenn Sie auf { $platform } noch nicht abgeschlossen haben, geben Sie die Studie bitte auch dort zurück.
open-platform = { $platform } öffnen
debrief-title = Worum es in dieser Studie ging
ask-about-payment = Wenn Sie dazu eine Frage haben oder Ihre Zeit vergütet werden sollte, wenden Sie sich bitte an die Forschenden.
payment-promised = Vergütung dafür: { $amount }.
payment-undecided = Die Vergütung von { $amount } gilt für den Abschluss der Studie. Was Sie für die aufgewendete Zeit bekommen, entscheiden die Forschenden. Wenn Sie dazu eine Frage haben oder Ihre Zeit vergütet werden sollte, wenden Sie sich bitte an sie.
payment-checks = Ob Sie die Vergütung von { $amount } erhalten, entscheiden die Forschenden. Wenn Sie dazu eine Frage haben oder meinen, dass Ihnen eine Vergütung zusteht, wenden Sie sich bitte an sie.

# What is kept, said on every ending
kept-answers = Ihre Antworten sind gespeichert, zusammen mit den Zeiten Ihres Besuchs und Ihrer Teilnahme-ID, falls Sie mit einer gekommen sind.
kept-attempt = Gespeichert wird, dass Sie teilnehmen wollten und was Sie uns bisher mitgeteilt haben, zusammen mit den Zeiten und Ihrer Teilnahme-ID, falls Sie mit einer gekommen sind, damit wir Sie wiedererkennen, wenn Sie noch einmal kommen.
kept-refusal = Von diesem Besuch werden nur die Zeiten gespeichert und dass Sie abgelehnt haben. Ihre Teilnahme-ID wird nicht gespeichert.
kept-withdrawal = Gespeichert bleiben nur die Zeiten Ihres Besuchs und dass Sie Ihre Antworten zurückgezogen haben. Ihre Antworten und Ihre Teilnahme-ID werden gelöscht.
kept-nothing = Von Ihrem Besuch wird nichts gespeichert.
kept-as-before = An dem, was Sie vorher gesendet haben, hat sich nichts geändert.
