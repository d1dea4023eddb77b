# Tout ce que le programme lui-même dit aux participants. Un fichier par langue, les mêmes clés dans chacun.

# Autour de chaque page
skip-to-content = Aller au contenu
instructions-show = Consignes
progress = { $done } sur { $total }
progress-label = Progression
part = Partie { $number } sur { $total }
list-of = Liste { $number } sur { $total }
time-left = Temps restant
minutes = { $minutes } min
time-soon = Il reste { $minutes } min. Vos réponses sont enregistrées au fur et à mesure.
time-up = Le temps est écoulé. Ce que vous avez répondu est enregistré.
more-time = J’ai besoin de { $minutes } minutes de plus
contact = Des questions sur cette étude ?
script-off = JavaScript est désactivé : vos réponses ne sont enregistrées que lorsque vous appuyez sur le bouton ci-dessous.

# Boutons
continue = Continuer
back = Retour
submit = Terminer
try-again = Réessayer

# Information, consentement, questions préalables, consignes
information-title = À propos de cette étude
consent-title = Votre consentement
consent-agree = J’accepte de participer
consent-decline = Je n’accepte pas
consent-decline-note = Si vous refusez, l’étude s’arrête ici.
screening-title = Avant de commencer
screening-note = Ces questions permettent de savoir si vous pouvez participer à cette étude.
instructions-title = Consignes
no-information = Les chercheurs n’ont pas ajouté d’informations ici.
about-payment = Rémunération : { $amount }. Durée prévue : environ { $minutes } min.
about-minutes = Durée prévue : environ { $minutes } min.
preview-title = Ceci est un aperçu
preview-note = Vous pouvez regarder l’étude ici. Pour participer, acceptez-la d’abord sur la plateforme.
sample-title = Une des questions
resume-note = Vous avez déjà commencé cette étude sur cet appareil.
resume = Reprendre où vous vous êtes arrêté

# Arrivée
arrival-title = Bienvenue
arrival-id = Votre identifiant de participant
arrival-id-hint = L’identifiant que la plateforme ou les chercheurs vous ont donné. Il est conservé à part de vos réponses.
arrival-id-missing = Veuillez saisir votre identifiant de participant.
arrival-id-wrong = Saisissez l’identifiant tel qu’il vous a été donné : seulement des lettres, des chiffres, « - », « _ » et « . ».

# Entraînement
training-title = Entraînement
training-note = Ces premières questions servent d’entraînement. Après chacune, vous verrez si votre réponse est celle attendue.
training-right = C’est exact.
training-wrong = Ce n’est pas la réponse attendue.
training-thanks = Merci.
training-again-title = S’entraîner encore
training-again = Vous avez répondu comme attendu à { $right } questions d’entraînement sur { $total } ; il en faut { $needed }. Veuillez relire les consignes et refaire l’entraînement.

# Questions
output = Texte { $letter }
context = Contexte
output-one = Texte à juger
picture = Image { $letter }
sound = Enregistrement { $letter }
film = Vidéo { $letter }
optional = facultatif
cannot-judge = Je ne peux pas en juger
can-judge = Finalement, je peux en juger
confidence = À quel point en êtes-vous sûr ?
follow-up = Une question de plus :
remark-both = Commenter ou signaler un problème
remark-comment = Commenter cette page
remark-problem = Signaler un problème sur cette page
remark-wrong = Quelque chose ne va pas dans cet élément
remark-words = Votre commentaire
remark-what = Qu’est-ce qui ne va pas ?
equal = À peu près égaux
best = Le meilleur
worst = Le moins bon
none-of-these = Aucun de ceux-ci
nothing-to-mark = Rien à marquer
keys-hint = Les touches numériques choisissent une réponse, Entrée continue.
advance = Page suivante… Touchez, cliquez ou appuyez sur une touche pour rester.
slider-hint = Cliquez ou touchez la ligne, ou utilisez les touches fléchées, pour répondre.
slider-number = Un nombre de { $minimum } à { $maximum }
ranking-hint = Donnez un rang à chaque texte : 1 est le premier.
ranking-ties-hint = Deux textes peuvent avoir le même rang.
ranking-drag = Mettez les textes dans l’ordre, le premier en haut : faites-les glisser ou utilisez les flèches.
ranking-place = Rang { $place }
ranking-place-of = Rang de { $text }
ranking-up = Monter
ranking-down = Descendre
ranking-keep = L’ordre est déjà le bon
best-worst-hint = Choisissez un texte pour « { $best } » et un autre pour « { $worst } ».
choice-hint = Choisissez tout ce qui convient.
play-through = Veuillez d’abord écouter ou regarder chaque enregistrement jusqu’à la fin.
break-title = Une pause ?
break-lead = Vous avez terminé { $done } pages sur { $total } ; il en reste { $left }. Faites une pause si vous le souhaitez et continuez quand vous serez prêt.
break-time = La pause ne compte pas comme temps de travail.
wait = Veuillez prendre encore un peu de temps pour cette page. Vous pourrez continuer dans { $seconds } s.
wait-over = Vous pouvez continuer maintenant.
window-width = Cette étude nécessite une fenêtre d’au moins { $width } pixels de large, comme sur un ordinateur portable. Si la vôtre est plus petite, veuillez ouvrir le lien sur un écran plus grand.
window-narrow = Cette fenêtre ne fait que { $width } pixels de large. Veuillez l’agrandir ou ouvrir le même lien sur un écran plus grand : vous pourrez y commencer.
spans-hint = Sélectionnez des mots du texte, puis choisissez une catégorie. Appuyez sur une marque pour la modifier.
spans-touch = Au doigt : touchez le premier mot, puis le dernier.
spans-keys = Au clavier : les flèches vont de mot en mot, Maj étend la sélection, les chiffres choisissent.
spans-fallback = Pour chaque partie à marquer, choisissez son premier et son dernier mot.
spans-text = Texte à marquer
spans-mark-as = Marquer comme
spans-missing = Il manque quelque chose
spans-first = Premier mot
spans-last = Dernier mot
spans-category = Catégorie
spans-severity = Gravité
spans-row = Partie { $number }
spans-remove = Retirer
spans-undo = Annuler
spans-marked = Parties marquées
count-up-to = Un nombre entier, au plus { $maximum }
count-between = Un nombre entier de { $minimum } à { $maximum }
text-up-to = Au plus { $maximum } caractères
text-between = De { $minimum } à { $maximum } caractères
text-left = Encore { $left } caractères

# Fin du questionnaire
review-title = Vérifiez vos réponses
review-lead = Voici vos réponses. Vous pouvez encore les modifier avant de terminer.
review-change = Modifier
review-page = Page { $number }
closing-title = C’est presque fini
closing-comment = Y a-t-il quelque chose que vous aimeriez dire aux chercheurs ?

# Enregistrement
answered-before = Vous avez déjà répondu à cette page. Vous pouvez modifier votre réponse ou continuer.
saved = Toutes les réponses sont enregistrées
saving = Enregistrement…
offline = Pas de connexion. Vos réponses sont gardées sur cet appareil et seront envoyées au retour de la connexion.
offline-submit = Pas de connexion. Vos réponses sont gardées sur cet appareil. Appuyez de nouveau sur le bouton au retour de la connexion.

# Ce qui manque ou ne va pas
errors-title = Vérifiez vos réponses
errors-question = Question { $number }
reason-missing = Répondez à cette question.
reason-follow-up = Votre réponse ci-dessus amène cette question. Veuillez y répondre aussi.
reason-missing-rank = Veuillez donner un rang à chaque texte.
reason-missing-severity = Veuillez choisir la gravité de chaque partie marquée.
reason-missing-best-worst = Veuillez choisir un texte dans chaque colonne.
reason-twice = Veuillez ne choisir qu’une réponse.
reason-not-one-of = Veuillez choisir l’une des options.
reason-not-a-number = « { $given } » n’est pas un nombre.
reason-not-whole = « { $given } » n’est pas un nombre entier.
reason-out-of-range = Veuillez saisir un nombre de { $minimum } à { $maximum }.
reason-off-step = Veuillez saisir un nombre par pas de { $step }.
reason-shared-place = Deux textes ont le rang { $place }. Veuillez donner à chaque texte son propre rang.
reason-best-is-worst = Le même texte ne peut pas être choisi dans les deux colonnes.
reason-none-and-some = Veuillez choisir soit « aucun », soit d’autres options, mais pas les deux.
reason-too-long = Votre réponse compte { $length } caractères ; la limite est de { $maximum }.
reason-too-short = Votre réponse compte { $length } caractères ; veuillez en écrire au moins { $minimum }.
reason-not-a-day = Veuillez saisir une date qui existe, sous la forme année-mois-jour : 2026-11-17.
reason-too-early = Veuillez saisir une date à partir du { $earliest }.
reason-too-late = Veuillez saisir une date jusqu’au { $latest }.
reason-empty-span = Le dernier mot de la partie marquée se trouve avant le premier.
reason-outside-text = La partie marquée dépasse le texte.
reason-overlap = Deux parties marquées se chevauchent. Marquez chaque mot une seule fois.

# Quitter
leave = Quitter l’étude
leave-lead = Vous pouvez arrêter à tout moment, sans donner de raison.
leave-pause = Si vous avez seulement besoin d’une pause, fermez cette page et rouvrez-la plus tard. Vous pourrez reprendre là où vous vous êtes arrêté(e).
leave-clock = Le temps continue de s’écouler pendant votre absence.
leave-stay = Continuer l’étude
return-choice = Céder ma place
return-place = Votre place revient à quelqu’un d’autre et vous ne pourrez plus continuer.
return-answers = Les réponses données jusqu’ici sont conservées et signalées comme incomplètes.
return-title = Céder votre place ?
return-yes = Oui, céder ma place
withdraw-choice = Retirer mes réponses
withdraw-answers = Toutes vos réponses à cette étude, commentaires compris, seront supprimées. Cette action est irréversible.
withdraw-code = Votre code de fin ne sera plus affiché. S’il vous est encore utile, revenez en arrière et utilisez-le d’abord.
withdraw-title = Retirer vos réponses ?
withdraw-yes = Oui, supprimer mes réponses
withdraw-no = Non, garder mes réponses
leave-no-code = Vous ne recevrez pas de code de fin.
leave-payment = Si vous pensez que le temps passé devrait vous être payé, veuillez contacter les chercheurs.

# Comment cela se termine
finished-title = Merci
finished = Vous avez terminé.
declined-title = Vous avez refusé de participer
declined = Vous avez choisi de ne pas participer.
screened-out-title = Vous ne pouvez pas participer à cette étude
screened-out = Merci de votre intérêt. Vos réponses indiquent que vous ne faites pas partie du groupe recherché pour cette étude.
failed-check-title = L’étude s’arrête ici
failed-check = Certaines questions avaient une réponse connue et vous avez répondu autrement à un trop grand nombre d’entre elles. L’étude s’arrête ici pour vous.
failed-check-done-title = Merci pour votre temps
failed-check-done = Vous avez répondu à tout. Certaines questions avaient une réponse connue et vous avez répondu autrement à un trop grand nombre d’entre elles ; vos réponses ne seront donc pas prises en compte.
failed-training-title = L’étude s’arrête ici
failed-training = Vous avez répondu comme attendu à trop peu de questions d’entraînement ; l’étude s’arrête donc ici pour vous.
too-late-title = Le temps est écoulé
too-late = Le temps imparti est dépassé et votre place a peut-être été donnée à quelqu’un d’autre. Les chercheurs peuvent encore accepter vos réponses.
returned-title = Vous avez cédé votre place
returned = Quelqu’un d’autre peut maintenant prendre votre place. Vous pouvez fermer cette page.
withdrawn-title = Vous vous êtes retiré de l’étude
withdrawn = Vos réponses sont retirées.
full-title = Plus de place disponible
full = Toutes les places sont prises pour le moment. Vous pouvez réessayer plus tard : les places inutilisées se libèrent.
paused-title = L’étude est en pause
paused = Les chercheurs ont suspendu l’étude. Veuillez réessayer plus tard.
closed-title = L’étude est close
closed = Cette étude est terminée et n’accepte plus de participants.
already-took-part-title = Vous avez déjà participé
already-took-part = Vous avez déjà participé autant de fois que cette étude le permet. Merci.
already-begun-title = Cet identifiant a déjà été utilisé
already-begun = Quelqu’un a déjà commencé cette étude avec cet identifiant. Si c’était vous, continuez dans le navigateur où vous avez commencé ou rouvrez l’étude depuis la plateforme. Si rien ne fonctionne, veuillez contacter les chercheurs.
unverified-link-title = Ce lien n’a pas pu être confirmé
unverified-link = Nous n’avons pas pu confirmer que la plateforme vous envoie ici : le lien est peut-être ancien ou incomplet. Veuillez rouvrir l’étude depuis la plateforme.
cannot-verify-title = Veuillez réessayer dans quelques minutes
cannot-verify = Nous ne pouvons pas vérifier votre lien pour le moment. Ce n’est pas votre faute. Veuillez recharger cette page dans quelques minutes.
not-found-title = Page introuvable
not-found = Il n’y a pas de page à cette adresse. Veuillez vérifier que vous avez ouvert en entier le lien que vous avez reçu.
too-many-requests-title = Trop de requêtes
too-many-requests = Nous avons reçu trop de requêtes de votre connexion. Veuillez patienter un instant et recharger la page.
stale-title = Cette page n’est plus à jour
stale = Vous avez continué dans une autre fenêtre, ou cette page est ancienne. Veuillez continuer à partir de la page actuelle.
bad-request-title = Votre requête n’a pas pu être lue
bad-request = Nous n’avons pas pu lire ce que votre navigateur a envoyé. Veuillez revenir en arrière, recharger la page et réessayer.
fault-title = Quelque chose s’est mal passé
fault = C’est notre faute, pas la vôtre. Veuillez recharger cette page dans un instant.
fault-reference = Si cela se reproduit, donnez cette référence aux chercheurs :
code = Votre code de fin
code-hint = Copiez-le dans la page d’où vous venez.
another-list = Répondre à d’autres questions
way-back = Retourner sur { $platform }
submit-there = Terminer sur { $platform }
way-back-hint = { $platform } en a besoin pour traiter votre paiement.
way-back-notice = { $platform } saura ainsi comment l’étude s’est terminée pour vous.
return-there = Veuillez aussi rendre l’étude sur { $platform }, sinon votre place y reste occupée.
withdraw-there = Si vous n’avez pas encore terminé sur { $platform }, veuillez aussi y rendre l’étude.
open-platform = Ouvrir { $platform }
debrief-title = De quoi il s’agissait dans cette étude
ask-about-payment = Si vous avez une question à ce sujet ou pensez que votre temps devrait être payé, veuillez contacter les chercheurs.
payment-promised = Rémunération pour ceci : { $amount }.
payment-undecided = La rémunération de { $amount } est prévue pour une participation complète. Ce que vous recevez pour le temps passé est décidé par les chercheurs. Si vous avez une question à ce sujet ou pensez que votre temps devrait être payé, veuillez les contacter.
payment-checks = Il revient aux chercheurs de décider si la rémunération de { $amount } vous est versée. Si vous avez une question à ce sujet ou pensez devoir être payé, veuillez les contacter.

# What is kept, said on every ending
kept-answers = Vos réponses sont enregistrées, avec les heures de votre visite et votre identifiant de participation si vous en avez utilisé un.
kept-attempt = Nous gardons la trace de votre demande de participation et ce que vous nous avez dit jusqu’ici, avec les heures et votre identifiant de participation si vous en avez utilisé un, pour vous reconnaître quand vous reviendrez.
kept-refusal = De cette visite, nous ne gardons que les heures et la trace de votre refus. Votre identifiant de participation n’est pas gardé.
kept-withdrawal = Nous ne gardons que les heures de votre visite et la trace de votre retrait. Vos réponses et votre identifiant de participation sont supprimés.
kept-nothing = Rien de votre visite n’est gardé.
kept-as-before = Rien n’a changé dans ce que vous aviez envoyé.
