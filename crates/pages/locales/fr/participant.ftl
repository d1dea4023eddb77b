# Tout ce que le programme lui-même dit aux participants. Un fichier par langue, les mêmes clés dans chacun.

# Autour de chaque page
skip-to-content = Aller au contenu
instructions-show = Consignes
progress = { $done } sur { $total }
progress-label = Votre progression
time-left = Temps restant
minutes = { $minutes } min
contact = Des questions sur cette étude ?
script-off = L’enregistrement pendant que vous répondez demande JavaScript. Sans lui, vos réponses sont enregistrées chaque fois que vous appuyez sur le bouton ci-dessous.

# Boutons
continue = Continuer
back = Retour
submit = Envoyer les réponses
try-again = Réessayer

# Information, consentement, questions préalables, consignes
information-title = À propos de cette étude
consent-title = Votre consentement
consent-agree = J’accepte de participer
consent-decline = Je n’accepte pas
consent-decline-note = Si vous n’acceptez pas, l’étude s’arrête ici et seul votre refus est conservé.
screening-title = Avant de commencer
screening-note = Ces questions nous disent si l’étude est faite pour vous.
instructions-title = Consignes
no-information = Les chercheurs n’ont rien écrit ici.
about-payment = Rémunération : { $amount }. Durée prévue : environ { $minutes } min.
about-minutes = Durée prévue : environ { $minutes } min.
preview-title = Ceci est un aperçu
preview-note = Vous pouvez regarder l’étude ici. Pour participer, acceptez-la d’abord sur la plateforme.

# Arrivée
arrival-title = Bienvenue
arrival-id = Votre identifiant de participant
arrival-id-hint = L’identifiant que la plateforme ou les chercheurs vous ont donné. Il est conservé à part de vos réponses.
arrival-id-wrong = Saisissez l’identifiant tel qu’il vous a été donné : seulement des lettres, des chiffres, « - », « _ » et « . ».

# Entraînement
training-title = Entraînement
training-note = Ces premières questions servent à s’exercer. On vous dit quelle est la bonne réponse.
training-right = C’est juste.
training-wrong = Ce n’est pas la réponse attendue.
training-thanks = Merci.
training-again-title = Encore une fois
training-again = Vous avez répondu comme attendu à { $right } questions d’entraînement sur { $total } ; il en faut { $needed }. Relisez les consignes et refaites l’entraînement.

# Questions
output = Texte { $letter }
output-one = Texte à juger
picture = Image { $letter }
sound = Enregistrement { $letter }
film = Film { $letter }
optional = facultatif
equal = À peu près égaux
best = Le meilleur
worst = Le moins bon
none-of-these = Aucun de ceux-ci
nothing-to-mark = Il n’y a rien à marquer
keys-hint = Vous pouvez aussi appuyer sur les touches { $first } à { $last }.
slider-hint = Cliquez ou touchez la ligne, ou utilisez les flèches. Rien n’est répondu avant cela.
slider-number = Un nombre de { $minimum } à { $maximum }
ranking-hint = Donnez une place à chaque texte : 1 est le premier.
ranking-ties-hint = Deux textes peuvent partager une place.
ranking-drag = Vous pouvez aussi faire glisser les textes pour les ordonner.
ranking-place = Place { $place }
best-worst-hint = Choisissez-en un comme le meilleur et un autre comme le moins bon.
choice-hint = Choisissez tout ce qui convient.
spans-hint = Sélectionnez une partie du texte, puis dites ce que c’est.
spans-keys = Au clavier : parcourez les mots avec les flèches, maintenez Maj pour sélectionner, puis appuyez sur Entrée.
spans-fallback = Pour chaque partie à marquer, choisissez son premier et son dernier mot.
spans-text = Texte à marquer
spans-mark-as = Marquer comme
spans-first = Premier mot
spans-last = Dernier mot
spans-category = Type
spans-severity = Gravité
spans-row = Partie { $number }
spans-remove = Retirer
spans-marked = Parties marquées
count-up-to = Un nombre entier, au plus { $maximum }
text-up-to = Au plus { $maximum } caractères
text-left = Encore { $left } caractères

# Fin du questionnaire
closing-title = Presque fini
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
reason-twice = Donnez une seule réponse, pas plusieurs.
reason-not-one-of = Choisissez une des réponses proposées.
reason-not-a-number = « { $given } » n’est pas un nombre.
reason-not-whole = « { $given } » n’est pas un nombre entier.
reason-out-of-range = Donnez un nombre de { $minimum } à { $maximum }.
reason-off-step = Donnez un nombre par pas de { $step }.
reason-shared-place = Deux textes ont la place { $place }. Donnez à chacun une place à lui.
reason-best-is-worst = Le même texte ne peut pas être le meilleur et le moins bon.
reason-none-and-some = Choisissez soit « aucun », soit quelque chose, pas les deux.
reason-too-long = Votre réponse a { $length } caractères ; { $maximum } au plus sont possibles.
reason-empty-stretch = La partie marquée est vide : son dernier mot vient avant le premier.
reason-outside-text = La partie marquée dépasse le texte.
reason-overlap = Deux parties marquées se chevauchent. Marquez chaque mot une seule fois.

# Quitter
leave = Quitter l’étude
leave-lead = Vous pouvez arrêter à tout moment, sans dire pourquoi.
leave-pause = S’il vous faut seulement une pause, fermez cette page et rouvrez-la plus tard : vous serez là où vous en étiez.
leave-clock = Votre temps continue de s’écouler pendant ce temps.
leave-stay = Continuer l’étude
return-choice = Rendre ma place
return-place = Votre place va à quelqu’un d’autre, et vous ne pourrez plus continuer ensuite.
return-answers = Les réponses que vous avez données jusqu’ici sont conservées et marquées comme incomplètes.
return-title = Rendre votre place ?
return-yes = Oui, rendre ma place
withdraw-choice = Retirer mes réponses
withdraw-answers = Tout ce que vous avez répondu dans cette étude est effacé, commentaires compris. C’est irréversible.
withdraw-kept = Ne restent que le moment de votre venue et le fait de votre retrait.
withdraw-code = Votre code de fin ne sera plus affiché. S’il vous est encore utile, revenez en arrière et utilisez-le d’abord.
withdraw-title = Retirer vos réponses ?
withdraw-yes = Oui, effacer mes réponses
withdraw-no = Non, garder mes réponses
leave-no-code = Vous ne recevrez pas de code de fin.
leave-payment = Si vous pensez que le temps passé devrait être payé, écrivez aux chercheurs.

# Comment cela se termine
finished-title = Merci
finished = Vous avez terminé, et toutes vos réponses sont enregistrées.
declined-title = Vous n’avez pas participé
declined = Vous avez choisi de ne pas participer. Rien d’autre que ce choix n’a été conservé.
screened-out-title = Cette étude n’est pas pour vous
screened-out = Merci de votre intérêt. Vos réponses montrent que vous n’êtes pas dans le groupe dont cette étude a besoin.
failed-check-title = L’étude s’arrête ici
failed-check = Certaines questions avaient une réponse connue, et trop des vôtres en différaient. Votre session s’arrête ici.
failed-training-title = L’étude s’arrête ici
failed-training = Trop peu de questions d’entraînement ont reçu la réponse attendue ; l’étude ne peut donc pas continuer.
too-late-title = Le temps est écoulé
too-late = La limite de temps est passée, et votre place a pu être donnée à quelqu’un d’autre. Les réponses que vous avez données sont conservées, et les chercheurs peuvent encore les accepter.
returned-title = Vous avez rendu votre place
returned = Votre place est maintenant libre pour quelqu’un d’autre. Les réponses que vous aviez données sont conservées. Vous pouvez fermer cette page.
withdrawn-title = Vous vous êtes retiré de l’étude
withdrawn = Vos réponses ont été effacées. Ne restent que le moment de votre venue et le fait de votre retrait.
full-title = Il n’y a plus de place
full = Assez de personnes participent en ce moment. Rien de vous n’a été conservé. Vous pouvez réessayer plus tard : les places inutilisées se libèrent.
paused-title = L’étude est en pause
paused = Les chercheurs ont mis l’étude en pause. Réessayez plus tard ; les réponses déjà données sont conservées.
closed-title = L’étude est close
closed = L’étude est terminée et n’accepte plus de participants.
already-took-part-title = Vous avez déjà participé
already-took-part = Chacun ne peut participer qu’autant de fois que l’étude le permet, et vous l’avez fait. Merci.
not-found-title = Il n’y a rien ici
not-found = Cette adresse ne mène nulle part. Vérifiez que vous avez ouvert en entier le lien reçu.
too-many-requests-title = Trop de requêtes
too-many-requests = Le serveur a reçu de vous plus de requêtes qu’il ne peut en accepter. Attendez un instant et rechargez la page. Rien n’est perdu.
stale-title = Cette page n’est plus à jour
stale = Vous avez continué dans une autre fenêtre, ou cette page est ancienne. Vos réponses sont en sécurité ; continuez là où vous en êtes.
bad-request-title = Cela n’a pas pu être lu
bad-request = Ce que votre navigateur a envoyé n’a pas été compris. Revenez en arrière, rechargez la page et réessayez.
fault-title = Quelque chose s’est mal passé
fault = C’est notre faute, pas la vôtre. Les réponses déjà envoyées sont enregistrées. Rechargez cette page dans un instant.
fault-reference = Si cela se reproduit, donnez cette référence aux chercheurs :
code = Votre code de fin
code-hint = Copiez-le dans la page d’où vous venez.
another-list = Faire une autre liste
way-back = Retourner à la plateforme
way-back-hint = La plateforme apprend ainsi comment l’étude s’est terminée pour vous ; la rémunération en dépend.
return-there = Rendez-la aussi sur { $platform }, sinon votre place y reste prise.
withdraw-there = Si vous n’avez pas encore terminé sur { $platform }, rendez-la aussi là-bas.
open-platform = Ouvrir { $platform }
debrief-title = De quoi il s’agissait dans cette étude
ask-about-payment = Si vous pensez que c’est une erreur, ou si vous avez passé du temps qui devrait être payé, écrivez aux chercheurs.
