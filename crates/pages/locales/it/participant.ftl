# Tutto ciò che il programma stesso dice a chi partecipa. Un file per lingua, le stesse chiavi in ciascuno.

# Intorno a ogni pagina
skip-to-content = Vai al contenuto
instructions-show = Istruzioni
progress = { $done } di { $total }
progress-label = A che punto è
time-left = Tempo rimasto
minutes = { $minutes } min
contact = Domande su questo studio?
script-off = Per salvare mentre risponde serve JavaScript. Senza, le risposte vengono salvate ogni volta che preme il pulsante qui sotto.

# Pulsanti
continue = Continua
back = Indietro
submit = Invia le risposte
try-again = Riprova

# Informazioni, consenso, domande preliminari, istruzioni
information-title = Informazioni su questo studio
consent-title = Il suo consenso
consent-agree = Accetto di partecipare
consent-decline = Non accetto
consent-decline-note = Se non accetta, lo studio finisce qui e viene conservato solo il suo rifiuto.
screening-title = Prima di cominciare
screening-note = Queste domande ci dicono se lo studio fa per lei.
instructions-title = Istruzioni
no-information = I ricercatori non hanno scritto nulla qui.
about-payment = Compenso: { $amount }. Durata prevista: circa { $minutes } min.
about-minutes = Durata prevista: circa { $minutes } min.
preview-title = Questa è un’anteprima
preview-note = Qui può guardare lo studio. Per partecipare, lo accetti prima sulla piattaforma.

# Arrivo
arrival-title = Le diamo il benvenuto
arrival-id = Il suo identificativo di partecipante
arrival-id-hint = L’identificativo che ha ricevuto dalla piattaforma o dai ricercatori. È conservato separatamente dalle risposte.
arrival-id-wrong = Scriva l’identificativo come le è stato dato: solo lettere, cifre, «-», «_» e «.».

# Esercizio
training-title = Esercizio
training-note = Queste prime domande servono per esercitarsi. Le viene detto qual è la risposta giusta.
training-right = Giusto.
training-wrong = Non è la risposta attesa.
training-thanks = Grazie.
training-again-title = Ancora una volta
training-again = Ha risposto come atteso a { $right } domande di esercizio su { $total }; ne servono { $needed }. Rilegga le istruzioni e ripeta l’esercizio.

# Domande
output = Testo { $letter }
output-one = Testo da giudicare
picture = Immagine { $letter }
sound = Registrazione { $letter }
film = Filmato { $letter }
optional = facoltativo
equal = Più o meno uguali
best = Il migliore
worst = Il peggiore
none-of-these = Nessuno di questi
nothing-to-mark = Non c’è nulla da segnare
keys-hint = Può anche premere i tasti da { $first } a { $last }.
slider-hint = Faccia clic o tocchi la linea, oppure usi le frecce. Fino ad allora non c’è risposta.
slider-number = Un numero da { $minimum } a { $maximum }
ranking-hint = Dia un posto a ogni testo: 1 è il primo.
ranking-ties-hint = Due testi possono condividere un posto.
ranking-drag = Può anche trascinare i testi per ordinarli.
ranking-place = Posto { $place }
best-worst-hint = Ne scelga uno come migliore e un altro come peggiore.
choice-hint = Scelga tutto ciò che vale.
spans-hint = Selezioni una parte del testo, poi dica che cos’è.
spans-keys = Con la tastiera: scorra le parole con le frecce, tenga premuto Maiusc per selezionare, poi prema Invio.
spans-fallback = Per ogni parte da segnare scelga la prima e l’ultima parola.
spans-text = Testo da segnare
spans-mark-as = Segna come
spans-first = Prima parola
spans-last = Ultima parola
spans-category = Tipo
spans-severity = Gravità
spans-row = Parte { $number }
spans-remove = Togli
spans-marked = Parti segnate
count-up-to = Un numero intero, al massimo { $maximum }
text-up-to = Al massimo { $maximum } caratteri
text-left = Ancora { $left } caratteri

# Chiusura
closing-title = Quasi finito
closing-comment = C’è qualcosa che vorrebbe dire ai ricercatori?

# Salvataggio
answered-before = Ha già risposto a questa pagina. Può modificare la risposta o proseguire.
saved = Tutte le risposte sono salvate
saving = Salvataggio…
offline = Nessuna connessione. Le risposte restano su questo dispositivo e saranno inviate quando la connessione torna.
offline-submit = Nessuna connessione. Le risposte restano su questo dispositivo. Prema di nuovo il pulsante quando la connessione torna.

# Che cosa manca o non va
errors-title = Controlli le risposte
errors-question = Domanda { $number }
reason-missing = Risponda a questa domanda.
reason-twice = Dia una sola risposta, non più di una.
reason-not-one-of = Scelga una delle risposte offerte.
reason-not-a-number = «{ $given }» non è un numero.
reason-not-whole = «{ $given }» non è un numero intero.
reason-out-of-range = Dia un numero da { $minimum } a { $maximum }.
reason-off-step = Dia un numero a passi di { $step }.
reason-shared-place = Due testi hanno il posto { $place }. Dia a ciascuno un posto proprio.
reason-best-is-worst = Lo stesso testo non può essere il migliore e il peggiore.
reason-none-and-some = Scelga «nessuno» oppure qualcosa, non entrambi.
reason-too-long = La risposta ha { $length } caratteri; ne entrano al massimo { $maximum }.
reason-empty-stretch = La parte segnata è vuota: l’ultima parola viene prima della prima.
reason-outside-text = La parte segnata va oltre il testo.
reason-overlap = Due parti segnate si sovrappongono. Segni ogni parola una volta sola.

# Lasciare
leave = Lasciare lo studio
leave-lead = Può smettere in qualsiasi momento, senza dire perché.
leave-pause = Se le serve solo una pausa, chiuda questa pagina e la riapra più tardi: sarà dove era.
leave-clock = Intanto il suo tempo continua a scorrere.
leave-stay = Continuare lo studio
return-choice = Restituire il mio posto
return-place = Il suo posto va a qualcun altro, e dopo non potrà più continuare.
return-answers = Le risposte date finora sono conservate e segnate come incomplete.
return-title = Restituire il suo posto?
return-yes = Sì, restituire il mio posto
withdraw-choice = Ritirare le mie risposte
withdraw-answers = Tutto ciò che ha risposto in questo studio viene cancellato, anche i commenti. Non si può annullare.
withdraw-kept = Resta solo quando è stato qui e il fatto del ritiro.
withdraw-code = Il suo codice di completamento non sarà più mostrato. Se le serve ancora, torni indietro e lo usi prima.
withdraw-title = Ritirare le sue risposte?
withdraw-yes = Sì, cancellare le mie risposte
withdraw-no = No, conservare le mie risposte
leave-no-code = Non riceverà un codice di completamento.
leave-payment = Se pensa che il tempo dedicato andrebbe pagato, scriva ai ricercatori.

# Come finisce
finished-title = Grazie
finished = Ha finito, e tutte le sue risposte sono salvate.
declined-title = Non ha partecipato
declined = Ha scelto di non partecipare. Non è stato conservato altro che questa scelta.
screened-out-title = Questo studio non fa per lei
screened-out = Grazie dell’interesse. Le sue risposte mostrano che non è nel gruppo di cui questo studio ha bisogno.
failed-check-title = Lo studio finisce qui
failed-check = Alcune domande avevano una risposta nota, e troppe delle sue erano diverse. La sua sessione finisce qui.
failed-training-title = Lo studio finisce qui
failed-training = Troppo poche domande di esercizio hanno avuto la risposta attesa; per questo lo studio non può continuare.
too-late-title = Il tempo è finito
too-late = Il limite di tempo è passato, e il suo posto può essere andato a qualcun altro. Le risposte che ha dato sono conservate, e i ricercatori possono ancora accettarle.
returned-title = Ha restituito il suo posto
returned = Il suo posto è ora libero per qualcun altro. Le risposte che aveva dato sono conservate. Può chiudere questa pagina.
withdrawn-title = Si è ritirato dallo studio
withdrawn = Le sue risposte sono state cancellate. Resta solo quando è stato qui e il fatto del ritiro.
full-title = Non ci sono più posti
full = In questo momento partecipano abbastanza persone. Di lei non è stato conservato nulla. Può riprovare più tardi: i posti non usati si liberano.
paused-title = Lo studio è in pausa
paused = I ricercatori hanno messo in pausa lo studio. Riprovi più tardi; le risposte già date sono conservate.
closed-title = Lo studio è chiuso
closed = Lo studio è finito e non accetta altri partecipanti.
already-took-part-title = Ha già partecipato
already-took-part = Ognuno può partecipare solo quante volte lo studio permette, e lei lo ha fatto. Grazie.
not-found-title = Qui non c’è nulla
not-found = Questo indirizzo non porta da nessuna parte. Controlli di aver aperto per intero il link ricevuto.
too-many-requests-title = Troppe richieste
too-many-requests = Il server ha ricevuto da lei più richieste di quante ne possa accettare. Aspetti un momento e ricarichi la pagina. Nulla va perso.
stale-title = Questa pagina non è più attuale
stale = Ha continuato in un’altra finestra, o questa pagina è vecchia. Le sue risposte sono al sicuro; continui da dove è arrivato.
bad-request-title = Non è stato possibile leggere
bad-request = Non si è capito che cosa ha inviato il suo browser. Torni indietro, ricarichi la pagina e riprovi.
fault-title = Qualcosa è andato storto
fault = È colpa nostra, non sua. Le risposte già inviate sono salvate. Ricarichi questa pagina tra un momento.
fault-reference = Se succede di nuovo, dia ai ricercatori questo riferimento:
code = Il suo codice di completamento
code-hint = Lo copi nella pagina da cui è venuto.
another-list = Fare un’altra lista
way-back = Torna alla piattaforma
way-back-hint = Così la piattaforma sa come è finito lo studio per lei; da questo dipende il compenso.
return-there = Lo restituisca anche su { $platform }, altrimenti lì il suo posto resta occupato.
withdraw-there = Se su { $platform } non ha ancora finito, lo restituisca anche lì.
open-platform = Aprire { $platform }
debrief-title = Di che cosa trattava questo studio
ask-about-payment = Se pensa che sia un errore, o se ha dedicato tempo che andrebbe pagato, scriva ai ricercatori.
