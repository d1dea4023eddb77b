# Tutto ciò che il programma stesso dice a chi partecipa. Un file per lingua, le stesse chiavi in ciascuno.

# Intorno a ogni pagina
skip-to-content = Vai al contenuto
instructions-show = Istruzioni
progress = { $done } di { $total }
progress-label = Avanzamento
part = Parte { $number } di { $total }
list-of = Lista { $number } di { $total }
time-left = Tempo rimasto
minutes = { $minutes } min
time-soon = Restano { $minutes } min. Le risposte vengono salvate man mano.
time-up = Il tempo è scaduto. Quanto ha risposto è salvato.
more-time = Mi servono altri { $minutes } minuti
contact = Domande su questo studio?
script-off = JavaScript è disattivato: le Sue risposte vengono salvate solo quando preme il pulsante qui sotto.

# Pulsanti
continue = Continua
back = Indietro
submit = Termina
try-again = Riprova

# Informazioni, consenso, domande preliminari, istruzioni
information-title = Informazioni su questo studio
consent-title = Il suo consenso
consent-agree = Accetto di partecipare
consent-decline = Non accetto
consent-decline-note = Se non accetta, lo studio finisce qui.
screening-title = Prima di cominciare
screening-note = Queste domande servono a capire se può partecipare a questo studio.
instructions-title = Istruzioni
no-information = I ricercatori non hanno inserito informazioni qui.
about-payment = Compenso: { $amount }. Durata prevista: circa { $minutes } min.
about-minutes = Durata prevista: circa { $minutes } min.
preview-title = Questa è un’anteprima
preview-note = Qui può guardare lo studio. Per partecipare, lo accetti prima sulla piattaforma.
sample-title = Una delle domande
resume-note = Ha già iniziato questo studio su questo dispositivo.
resume = Riprendere da dove ha interrotto

# Arrivo
arrival-title = Le diamo il benvenuto
arrival-id = Il suo identificativo di partecipante
arrival-id-hint = L’identificativo che ha ricevuto dalla piattaforma o dai ricercatori. È conservato separatamente dalle risposte.
arrival-id-missing = Scriva il Suo ID di partecipante.
arrival-id-wrong = Scriva l’identificativo come le è stato dato: solo lettere, cifre, «-», «_» e «.».

# Esercizio
training-title = Esercizio
training-note = Queste prime domande sono di prova. Dopo ognuna vedrà se la Sua risposta è quella attesa.
training-right = Esatto.
training-wrong = Non è la risposta attesa.
training-thanks = Grazie.
training-again-title = Ripetere la prova
training-again = Ha risposto come atteso a { $right } domande di esercizio su { $total }; ne servono { $needed }. Rilegga le istruzioni e ripeta l’esercizio.

# Domande
output = Testo { $letter }
context = Contesto
output-one = Testo da giudicare
picture = Immagine { $letter }
sound = Registrazione { $letter }
film = Video { $letter }
optional = facoltativo
cannot-judge = Non posso giudicare
can-judge = Posso giudicare, dopotutto
confidence = Quanto è sicuro?
follow-up = Un’altra domanda:
remark-both = Commenta o segnala un problema
remark-comment = Commenta questa pagina
remark-problem = Segnala un problema in questa pagina
remark-wrong = C’è qualcosa che non va in questo elemento
remark-words = Il suo commento
remark-what = Che cosa non va?
equal = Più o meno uguali
best = Il migliore
worst = Il peggiore
none-of-these = Nessuno di questi
nothing-to-mark = Niente da contrassegnare
keys-hint = I tasti numerici scelgono una risposta, Invio prosegue.
advance = Si continua… Tocchi, faccia clic o prema un tasto per restare.
slider-hint = Faccia clic o tocchi la linea, oppure usi i tasti freccia, per rispondere.
slider-number = Un numero da { $minimum } a { $maximum }
ranking-hint = Dia un posto a ogni testo: 1 è il primo.
ranking-ties-hint = Due testi possono condividere un posto.
ranking-drag = Metta i testi in ordine, il primo in alto: li trascini o usi le frecce.
ranking-place = Posto { $place }
ranking-place-of = Posto di { $text }
ranking-up = Sposta in su
ranking-down = Sposta in giù
ranking-keep = L’ordine va bene così
best-worst-hint = Scelga un testo per «{ $best }» e un altro per «{ $worst }».
choice-hint = Scelga tutto ciò che vale.
play-through = Riproduca prima ogni registrazione fino alla fine.
break-title = Una pausa?
break-lead = Ha completato { $done } pagine su { $total }; ne restano { $left }. Faccia una pausa, se lo desidera, e continui quando è pronto.
break-time = La pausa non conta come tempo di lavoro.
wait = Dedichi ancora un po’ di tempo a questa pagina. Potrà continuare tra { $seconds } s.
wait-over = Ora può continuare.
window-width = Questo studio richiede una finestra larga almeno { $width } pixel, come quella di un portatile. Se la Sua è più piccola, apra il link su uno schermo più grande.
window-narrow = Questa finestra è larga solo { $width } pixel. La ingrandisca oppure apra lo stesso link su uno schermo più grande: potrà iniziare da lì.
spans-hint = Selezioni parole nel testo, poi scelga una categoria. Prema su un segno per cambiarlo.
spans-touch = Con il dito: tocchi la prima parola, poi l’ultima.
spans-keys = Con la tastiera: le frecce vanno di parola in parola, Maiusc estende, i numeri scelgono.
spans-fallback = Per ogni parte da segnare scelga la prima e l’ultima parola.
spans-text = Testo da segnare
spans-mark-as = Segna come
spans-missing = Manca qualcosa
spans-first = Prima parola
spans-last = Ultima parola
spans-category = Categoria
spans-severity = Gravità
spans-row = Parte { $number }
spans-remove = Togli
spans-undo = Annulla
spans-marked = Parti segnate
count-up-to = Un numero intero, al massimo { $maximum }
count-between = Un numero intero da { $minimum } a { $maximum }
text-up-to = Al massimo { $maximum } caratteri
text-between = Da { $minimum } a { $maximum } caratteri
text-left = Ancora { $left } caratteri

# Chiusura
review-title = Controlli le Sue risposte
review-lead = Queste sono le Sue risposte. Può ancora modificarle prima di concludere.
review-change = Modifica
review-page = Pagina { $number }
closing-title = Quasi finito
closing-comment = C’è qualcosa che vorrebbe dire ai ricercatori?

# Salvataggio
answered-before = Ha già risposto a questa pagina. Può cambiare la risposta o continuare.
saved = Tutte le risposte sono salvate
saving = Salvataggio…
offline = Nessuna connessione. Le risposte restano su questo dispositivo e saranno inviate quando la connessione torna.
offline-submit = Nessuna connessione. Le risposte restano su questo dispositivo. Prema di nuovo il pulsante quando la connessione torna.

# Che cosa manca o non va
errors-title = Controlli le risposte
errors-question = Domanda { $number }
reason-missing = Risponda a questa domanda.
reason-follow-up = La sua risposta qui sopra porta a questa domanda. Risponda anche a questa, per favore.
reason-missing-rank = Dia una posizione a ogni testo.
reason-missing-severity = Scelga la gravità di ogni parte contrassegnata.
reason-missing-best-worst = Scelga un testo in ogni colonna.
reason-twice = Scelga una sola risposta.
reason-not-one-of = Scelga una delle opzioni.
reason-not-a-number = «{ $given }» non è un numero.
reason-not-whole = «{ $given }» non è un numero intero.
reason-out-of-range = Dia un numero da { $minimum } a { $maximum }.
reason-off-step = Dia un numero a passi di { $step }.
reason-shared-place = Due testi hanno il posto { $place }. Dia a ciascuno un posto proprio.
reason-best-is-worst = Lo stesso testo non può essere scelto in entrambe le colonne.
reason-none-and-some = Scelga «nessuno» oppure qualcosa, non entrambi.
reason-too-long = La Sua risposta ha { $length } caratteri; il limite è { $maximum }.
reason-too-short = La Sua risposta ha { $length } caratteri; ne scriva almeno { $minimum }.
reason-not-a-day = Inserisca una data che esiste, nella forma anno-mese-giorno: 2026-11-17.
reason-too-early = Inserisca una data a partire dal { $earliest }.
reason-too-late = Inserisca una data fino al { $latest }.
reason-empty-span = L’ultima parola della parte contrassegnata viene prima della prima.
reason-outside-text = La parte segnata va oltre il testo.
reason-overlap = Due parti segnate si sovrappongono. Segni ogni parola una volta sola.

# Lasciare
leave = Lasciare lo studio
leave-lead = Può smettere in qualsiasi momento senza dare spiegazioni.
leave-pause = Se Le serve solo una pausa, chiuda questa pagina e la riapra più tardi. Potrà continuare da dove si è fermato/a.
leave-clock = Il tempo continua a scorrere nel frattempo.
leave-stay = Continua lo studio
return-choice = Cedere il mio posto
return-place = Il Suo posto va a qualcun altro e non potrà più continuare.
return-answers = Le risposte date finora vengono conservate e contrassegnate come incomplete.
return-title = Cedere il Suo posto?
return-yes = Sì, cedo il mio posto
withdraw-choice = Ritirare le mie risposte
withdraw-answers = Tutte le Sue risposte in questo studio, commenti compresi, verranno cancellate. L’operazione non si può annullare.
withdraw-code = Il suo codice di completamento non sarà più mostrato. Se le serve ancora, torni indietro e lo usi prima.
withdraw-title = Ritirare le sue risposte?
withdraw-yes = Sì, cancellare le mie risposte
withdraw-no = No, conservare le mie risposte
leave-no-code = Non riceverà un codice di completamento.
leave-payment = Se ritiene che il tempo impiegato debba essere pagato, contatti i ricercatori.

# Come finisce
finished-title = Grazie
finished = Ha finito.
declined-title = Ha scelto di non partecipare
declined = Ha scelto di non partecipare.
screened-out-title = Non può partecipare a questo studio
screened-out = Grazie per il Suo interesse. Le Sue risposte indicano che non fa parte del gruppo cercato per questo studio.
failed-check-title = Lo studio finisce qui
failed-check = Alcune domande avevano una risposta nota e Lei ha risposto diversamente a troppe di esse. Lo studio finisce qui per Lei.
failed-check-done-title = Grazie per il Suo tempo
failed-check-done = Ha risposto a tutto. Alcune domande avevano una risposta nota e Lei ha risposto diversamente a troppe di esse; perciò le Sue risposte non saranno considerate.
failed-training-title = Lo studio finisce qui
failed-training = Ha risposto come atteso a troppo poche domande di prova, quindi lo studio finisce qui per Lei.
too-late-title = Il tempo è scaduto
too-late = Il limite di tempo è passato e il Suo posto potrebbe essere stato dato a qualcun altro. I ricercatori possono ancora accettare le Sue risposte.
returned-title = Ha ceduto il Suo posto
returned = Ora qualcun altro può prendere il Suo posto. Può chiudere questa pagina.
withdrawn-title = Si è ritirato dallo studio
withdrawn = Le Sue risposte sono ritirate.
full-title = Posti esauriti
full = Al momento tutti i posti sono occupati. Può riprovare più tardi: i posti non usati tornano liberi.
paused-title = Lo studio è in pausa
paused = I ricercatori hanno sospeso lo studio. Riprovi più tardi.
closed-title = Lo studio è chiuso
closed = Questo studio è terminato e non accetta altri partecipanti.
already-took-part-title = Ha già partecipato
already-took-part = Ha già partecipato tante volte quante questo studio consente. Grazie.
already-begun-title = Questo ID è già stato usato
already-begun = Qualcuno ha già iniziato questo studio con questo ID. Se è stato Lei, continui nel browser in cui ha iniziato o riapra lo studio dalla piattaforma. Se non funziona, contatti i ricercatori.
unverified-link-title = Non è stato possibile confermare questo link
unverified-link = Non abbiamo potuto confermare che è la piattaforma ad averLa inviata qui: il link potrebbe essere vecchio o incompleto. Riapra lo studio dalla piattaforma.
cannot-verify-title = Riprovi tra qualche minuto
cannot-verify = Al momento non possiamo controllare il Suo link. Non è colpa Sua. Ricarichi questa pagina tra qualche minuto.
not-found-title = Pagina non trovata
not-found = A questo indirizzo non c’è nessuna pagina. Verifichi di aver aperto per intero il link ricevuto.
too-many-requests-title = Troppe richieste
too-many-requests = Abbiamo ricevuto troppe richieste dalla Sua connessione. Attenda un momento e ricarichi la pagina.
stale-title = Questa pagina non è aggiornata
stale = Ha continuato in un’altra finestra, oppure questa pagina è vecchia. Continui dalla pagina attuale.
bad-request-title = La Sua richiesta non è leggibile
bad-request = Non siamo riusciti a leggere ciò che il Suo browser ha inviato. Torni indietro, ricarichi la pagina e riprovi.
fault-title = Qualcosa è andato storto
fault = È colpa nostra, non Sua. Ricarichi questa pagina tra un momento.
fault-reference = Se succede di nuovo, dia ai ricercatori questo riferimento:
code = Il suo codice di completamento
code-hint = Lo copi nella pagina da cui è venuto.
another-list = Rispondere ad altre domande
way-back = Torna a { $platform }
submit-there = Concludere su { $platform }
way-back-hint = { $platform } ne ha bisogno per elaborare il Suo pagamento.
way-back-notice = Così { $platform } saprà come si è concluso lo studio per Lei.
return-there = Lo restituisca anche su { $platform }, altrimenti lì il suo posto resta occupato.
withdraw-there = Se su { $platform } non ha ancora finito, lo restituisca anche lì.
open-platform = Aprire { $platform }
debrief-title = Di che cosa trattava questo studio
ask-about-payment = Se ha una domanda, o pensa che il Suo tempo debba essere pagato, contatti i ricercatori.
payment-promised = Compenso per questo: { $amount }.
payment-undecided = Il compenso di { $amount } è per chi termina. Che cosa riceve per il tempo impiegato lo decidono i ricercatori. Se ha una domanda, o pensa che il Suo tempo debba essere pagato, li contatti.
payment-checks = Spetta ai ricercatori decidere se Le verrà versato il compenso di { $amount }. Se ha domande al riguardo o ritiene di dover essere pagato, li contatti.

# What is kept, said on every ending
kept-answers = Le Sue risposte sono salvate, con gli orari della Sua visita e il Suo ID partecipante se ne ha usato uno.
kept-attempt = Conserviamo il fatto che ha provato a partecipare e quanto ci ha detto finora, con gli orari e il Suo ID partecipante se ne ha usato uno, per riconoscerLa quando torna.
kept-refusal = Di questa visita conserviamo solo gli orari e il fatto che non ha accettato. Il Suo ID partecipante non viene conservato.
kept-withdrawal = Conserviamo solo gli orari della Sua visita e il fatto che si è ritirato/a. Le Sue risposte e il Suo ID partecipante vengono cancellati.
kept-nothing = Della Sua visita non viene conservato nulla.
kept-as-before = Nulla è cambiato in quanto aveva inviato prima.
