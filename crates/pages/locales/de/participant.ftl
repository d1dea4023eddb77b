# Alles, was das Programm selbst zu Teilnehmenden sagt. Eine Datei je Sprache, in jeder dieselben Schlüssel.

# Rund um jede Seite
skip-to-content = Zum Inhalt springen
instructions-show = Anleitung
progress = { $done } von { $total }
progress-label = Wie weit Sie sind
time-left = Verbleibende Zeit
minutes = { $minutes } Min.
contact = Fragen zu dieser Studie?
script-off = Zum Speichern während des Antwortens wird JavaScript gebraucht. Ohne es werden Ihre Antworten jedes Mal gespeichert, wenn Sie auf die Schaltfläche unten drücken.

# Schaltflächen
continue = Weiter
back = Zurück
submit = Antworten absenden
try-again = Noch einmal versuchen

# Information, Einwilligung, Vorfragen, Anleitung
information-title = Über diese Studie
consent-title = Ihre Einwilligung
consent-agree = Ich möchte teilnehmen
consent-decline = Ich möchte nicht teilnehmen
consent-decline-note = Wenn Sie nicht teilnehmen möchten, endet die Studie hier, und es wird nur festgehalten, dass Sie abgelehnt haben.
screening-title = Bevor Sie beginnen
screening-note = Diese Fragen zeigen uns, ob die Studie für Sie gedacht ist.
instructions-title = Anleitung
no-information = Die Forschenden haben hier nichts geschrieben.
about-payment = Vergütung: { $amount }. Voraussichtliche Dauer: etwa { $minutes } Min.
about-minutes = Voraussichtliche Dauer: etwa { $minutes } Min.
preview-title = Dies ist eine Vorschau
preview-note = Sie können sich die Studie hier ansehen. Um teilzunehmen, nehmen Sie sie zuerst auf der Plattform an.

# Ankunft
arrival-title = Willkommen
arrival-id = Ihre Teilnahme-ID
arrival-id-hint = Die ID, die Sie von der Plattform oder den Forschenden bekommen haben. Sie wird getrennt von Ihren Antworten aufbewahrt.
arrival-id-wrong = Bitte geben Sie die ID so ein, wie Sie sie erhalten haben: nur Buchstaben, Ziffern, „-“, „_“ und „.“.

# Übung
training-title = Übung
training-note = Diese ersten Fragen sind zum Üben. Sie erfahren, welche Antwort richtig ist.
training-right = Das ist richtig.
training-wrong = Das ist nicht die erwartete Antwort.
training-thanks = Danke.
training-again-title = Noch einmal
training-again = Sie haben { $right } von { $total } Übungsfragen wie erwartet beantwortet; nötig sind { $needed }. Bitte lesen Sie die Anleitung noch einmal und wiederholen Sie die Übung.

# Fragen
output = Text { $letter }
output-one = Zu beurteilender Text
picture = Bild { $letter }
sound = Aufnahme { $letter }
film = Film { $letter }
optional = freiwillig
equal = Etwa gleich
best = Am besten
worst = Am schlechtesten
none-of-these = Nichts davon
nothing-to-mark = Es gibt nichts zu markieren
keys-hint = Sie können auch die Tasten { $first } bis { $last } drücken.
slider-hint = Klicken oder tippen Sie auf die Linie, oder benutzen Sie die Pfeiltasten. Bis dahin ist nichts beantwortet.
slider-number = Eine Zahl von { $minimum } bis { $maximum }
ranking-hint = Geben Sie jedem Text einen Platz: 1 ist der erste.
ranking-ties-hint = Zwei Texte dürfen sich einen Platz teilen.
ranking-drag = Sie können die Texte auch in die Reihenfolge ziehen.
ranking-place = Platz { $place }
best-worst-hint = Wählen Sie einen Text als besten und einen anderen als schlechtesten.
choice-hint = Wählen Sie alles, was zutrifft.
spans-hint = Markieren Sie einen Teil des Textes und sagen Sie dann, was es ist.
spans-keys = Mit der Tastatur: Gehen Sie mit den Pfeiltasten durch die Wörter, halten Sie zum Markieren die Umschalttaste, und drücken Sie dann die Eingabetaste.
spans-fallback = Wählen Sie für jeden Teil sein erstes und sein letztes Wort.
spans-text = Zu markierender Text
spans-mark-as = Markieren als
spans-first = Erstes Wort
spans-last = Letztes Wort
spans-category = Art
spans-severity = Schwere
spans-row = Teil { $number }
spans-remove = Entfernen
spans-marked = Markierte Teile
count-up-to = Eine ganze Zahl, höchstens { $maximum }
text-up-to = Höchstens { $maximum } Zeichen
text-left = Noch { $left } Zeichen

# Abschluss
closing-title = Fast fertig
closing-comment = Möchten Sie den Forschenden etwas mitteilen?

# Speichern
answered-before = Sie haben diese Seite bereits beantwortet. Sie können Ihre Antwort ändern oder weitergehen.
saved = Alle Antworten gespeichert
saving = Wird gespeichert …
offline = Keine Verbindung. Ihre Antworten bleiben auf diesem Gerät und werden gesendet, sobald die Verbindung wieder da ist.
offline-submit = Keine Verbindung. Ihre Antworten bleiben auf diesem Gerät. Drücken Sie die Schaltfläche noch einmal, wenn die Verbindung wieder da ist.

# Was fehlt oder nicht stimmt
errors-title = Bitte prüfen Sie Ihre Antworten
errors-question = Frage { $number }
reason-missing = Bitte beantworten Sie diese Frage.
reason-twice = Bitte geben Sie eine Antwort, nicht mehrere.
reason-not-one-of = Bitte wählen Sie eine der angebotenen Antworten.
reason-not-a-number = „{ $given }“ ist keine Zahl.
reason-not-whole = „{ $given }“ ist keine ganze Zahl.
reason-out-of-range = Bitte geben Sie eine Zahl von { $minimum } bis { $maximum } an.
reason-off-step = Bitte geben Sie eine Zahl in Schritten von { $step } an.
reason-shared-place = Zwei Texte haben Platz { $place }. Bitte geben Sie jedem einen eigenen Platz.
reason-best-is-worst = Derselbe Text kann nicht der beste und der schlechteste sein.
reason-none-and-some = Bitte wählen Sie entweder „nichts“ oder etwas, nicht beides.
reason-too-long = Ihre Antwort hat { $length } Zeichen; höchstens { $maximum } passen hinein.
reason-empty-stretch = Der markierte Teil ist leer: Sein letztes Wort steht vor seinem ersten.
reason-outside-text = Der markierte Teil geht über den Text hinaus.
reason-overlap = Zwei markierte Teile überschneiden sich. Bitte markieren Sie jedes Wort nur einmal.

# Verlassen
leave = Studie verlassen
leave-lead = Sie können jederzeit aufhören und müssen nicht sagen, warum.
leave-pause = Wenn Sie nur eine Pause brauchen, schließen Sie diese Seite und öffnen Sie sie später wieder: Sie sind dann, wo Sie waren.
leave-clock = Ihre Zeit läuft währenddessen weiter.
leave-stay = Mit der Studie weitermachen
return-choice = Meinen Platz zurückgeben
return-place = Ihr Platz geht an jemand anderen, und Sie können danach nicht weitermachen.
return-answers = Ihre bisherigen Antworten werden aufbewahrt und als unvollständig gekennzeichnet.
return-title = Ihren Platz zurückgeben?
return-yes = Ja, meinen Platz zurückgeben
withdraw-choice = Meine Antworten zurückziehen
withdraw-answers = Alles, was Sie in dieser Studie geantwortet haben, wird gelöscht, auch Kommentare. Das lässt sich nicht rückgängig machen.
withdraw-kept = Es bleibt nur festgehalten, wann Sie hier waren und dass Sie Ihre Antworten zurückgezogen haben.
withdraw-code = Ihr Abschlusscode wird nicht wieder angezeigt. Wenn Sie ihn noch brauchen, gehen Sie zurück und verwenden Sie ihn zuerst.
withdraw-title = Ihre Antworten zurückziehen?
withdraw-yes = Ja, meine Antworten löschen
withdraw-no = Nein, meine Antworten behalten
leave-no-code = Sie erhalten keinen Abschlusscode.
leave-payment = Wenn die aufgewendete Zeit Ihrer Meinung nach vergütet werden sollte, schreiben Sie bitte den Forschenden.

# Wie es endet
finished-title = Vielen Dank
finished = Sie sind fertig, und alle Ihre Antworten sind gespeichert.
declined-title = Sie haben nicht teilgenommen
declined = Sie möchten nicht teilnehmen. Außer dieser Entscheidung wurde nichts aufbewahrt.
screened-out-title = Diese Studie ist nicht für Sie gedacht
screened-out = Danke für Ihr Interesse. Ihre Antworten zeigen, dass Sie nicht zu der Gruppe gehören, die diese Studie braucht.
failed-check-title = Die Studie endet hier
failed-check = Bei einigen Fragen war die Antwort bekannt, und zu viele Ihrer Antworten wichen davon ab. Ihre Sitzung endet hier.
failed-training-title = Die Studie endet hier
failed-training = Zu wenige Übungsfragen wurden wie erwartet beantwortet; deshalb kann die Studie nicht weitergehen.
too-late-title = Die Zeit ist um
too-late = Die Zeit ist abgelaufen, und Ihr Platz kann an jemand anderen gegangen sein. Ihre Antworten sind aufbewahrt, und die Forschenden können sie noch annehmen.
returned-title = Sie haben Ihren Platz zurückgegeben
returned = Ihr Platz ist nun für jemand anderen frei. Ihre bis dahin gegebenen Antworten sind aufbewahrt. Sie können diese Seite schließen.
withdrawn-title = Sie haben Ihre Teilnahme zurückgezogen
withdrawn = Ihre Antworten wurden gelöscht. Es bleibt nur festgehalten, wann Sie hier waren und dass Sie Ihre Antworten zurückgezogen haben.
full-title = Es sind keine Plätze frei
full = Zurzeit nehmen genug Menschen teil. Von Ihnen wurde nichts aufbewahrt. Versuchen Sie es später noch einmal: Nicht genutzte Plätze werden wieder frei.
paused-title = Die Studie ist unterbrochen
paused = Die Forschenden haben die Studie unterbrochen. Bitte versuchen Sie es später noch einmal; schon gegebene Antworten sind aufbewahrt.
closed-title = Die Studie ist beendet
closed = Die Studie ist beendet, und niemand kann mehr teilnehmen.
already-took-part-title = Sie haben schon teilgenommen
already-took-part = Jede Person kann nur so oft teilnehmen, wie die Studie erlaubt, und das haben Sie getan. Vielen Dank.
not-found-title = Hier ist nichts
not-found = Diese Adresse führt nirgendwohin. Bitte prüfen Sie, ob Sie den ganzen Link geöffnet haben, den Sie bekommen haben.
too-many-requests-title = Zu viele Anfragen
too-many-requests = Der Server hat mehr Anfragen von Ihnen erhalten, als er annehmen kann. Bitte warten Sie einen Augenblick und laden Sie die Seite neu. Nichts geht verloren.
stale-title = Diese Seite ist nicht mehr aktuell
stale = Sie haben in einem anderen Fenster weitergemacht, oder diese Seite ist alt. Ihre Antworten sind sicher; bitte machen Sie dort weiter, wo Sie sind.
bad-request-title = Das konnte nicht gelesen werden
bad-request = Was Ihr Browser gesendet hat, war nicht zu verstehen. Bitte gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.
fault-title = Etwas ist schiefgegangen
fault = Das liegt an uns, nicht an Ihnen. Schon gesendete Antworten sind gespeichert. Bitte laden Sie diese Seite gleich noch einmal.
fault-reference = Wenn es wieder geschieht, nennen Sie den Forschenden diese Kennung:
code = Ihr Abschlusscode
code-hint = Kopieren Sie ihn auf die Seite, von der Sie gekommen sind.
another-list = Noch eine Liste bearbeiten
way-back = Zurück zur Plattform
way-back-hint = So erfährt die Plattform, wie die Studie für Sie ausgegangen ist; danach richtet sich die Vergütung.
return-there = Bitte geben Sie die Studie auch auf { $platform } zurück, sonst bleibt Ihr Platz dort besetzt.
withdraw-there = Wenn Sie auf { $platform } noch nicht abgeschlossen haben, geben Sie die Studie bitte auch dort zurück.
open-platform = { $platform } öffnen
debrief-title = Worum es in dieser Studie ging
ask-about-payment = Wenn Sie das für falsch halten oder Zeit aufgewendet haben, die vergütet werden sollte, schreiben Sie bitte den Forschenden.
