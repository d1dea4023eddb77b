# Todo lo que el programa mismo dice a quien participa. Un archivo por idioma, con las mismas claves en cada uno.

# Alrededor de cada página
skip-to-content = Saltar al contenido
instructions-show = Instrucciones
progress = { $done } de { $total }
progress-label = Progreso
part = Parte { $number } de { $total }
list-of = Lista { $number } de { $total }
time-left = Tiempo restante
minutes = { $minutes } min
time-soon = Quedan { $minutes } min. Sus respuestas se guardan a medida que las da.
time-up = Se ha acabado el tiempo. Lo que ha respondido está guardado.
more-time = Necesito { $minutes } minutos más
contact = ¿Preguntas sobre este estudio?
script-off = JavaScript está desactivado, por lo que sus respuestas solo se guardan cuando pulsa el botón de abajo.

# Botones
continue = Continuar
back = Atrás
submit = Finalizar
try-again = Intentar de nuevo

# Información, consentimiento, preguntas previas, instrucciones
information-title = Sobre este estudio
consent-title = Su consentimiento
consent-agree = Acepto participar
consent-decline = No acepto
consent-decline-note = Si no acepta, el estudio termina aquí.
screening-title = Antes de empezar
screening-note = Estas preguntas sirven para saber si puede participar en este estudio.
instructions-title = Instrucciones
no-information = Los investigadores no han añadido información aquí.
about-payment = Pago: { $amount }. Tiempo previsto: unos { $minutes } min.
about-minutes = Tiempo previsto: unos { $minutes } min.
preview-title = Esto es una vista previa
preview-note = Aquí puede ver el estudio. Para participar, acéptelo antes en la plataforma.
sample-title = Una de las preguntas
resume-note = Ya ha empezado este estudio en este dispositivo.
resume = Continuar donde lo dejó

# Llegada
arrival-title = Le damos la bienvenida
arrival-id = Su identificador de participante
arrival-id-hint = El identificador que le dio la plataforma o el equipo investigador. Se guarda separado de sus respuestas.
arrival-id-missing = Escriba su ID de participante.
arrival-id-wrong = Escriba el identificador tal como se lo dieron: solo letras, cifras, «-», «_» y «.».

# Práctica
training-title = Práctica
training-note = Estas primeras preguntas son de práctica. Después de cada una verá si su respuesta es la esperada.
training-right = Correcto.
training-wrong = No es la respuesta esperada.
training-thanks = Gracias.
training-again-title = Practicar de nuevo
training-again = Ha respondido como se esperaba a { $right } de { $total } preguntas de práctica; se necesitan { $needed }. Vuelva a leer las instrucciones y repita la práctica.

# Preguntas
output = Texto { $letter }
context = Contexto
output-one = Texto que hay que valorar
picture = Imagen { $letter }
sound = Grabación { $letter }
film = Vídeo { $letter }
optional = opcional
cannot-judge = No puedo juzgarlo
can-judge = Al final sí puedo juzgarlo
confidence = ¿Hasta qué punto está seguro?
follow-up = Una pregunta más:
remark-both = Comentar o avisar de un problema
remark-comment = Comentar esta página
remark-problem = Avisar de un problema en esta página
remark-wrong = Hay algo mal en este elemento
remark-words = Su comentario
remark-what = ¿Qué está mal?
equal = Más o menos iguales
best = El mejor
worst = El peor
none-of-these = Ninguno de estos
nothing-to-mark = Nada que marcar
keys-hint = Las teclas numéricas eligen una respuesta; Intro continúa.
advance = Continuando… Toque, haga clic o pulse una tecla para quedarse.
slider-hint = Haga clic o toque la línea, o use las teclas de flecha, para responder.
slider-number = Un número de { $minimum } a { $maximum }
ranking-hint = Dé a cada texto una posición: 1 es la primera.
ranking-ties-hint = Dos textos pueden compartir posición.
ranking-drag = Ordene los textos, el primero arriba: arrástrelos o use las flechas.
ranking-place = Posición { $place }
ranking-place-of = Posición de { $text }
ranking-up = Subir
ranking-down = Bajar
ranking-keep = El orden ya es correcto
best-worst-hint = Elija un texto para «{ $best }» y otro para «{ $worst }».
choice-hint = Elija todo lo que corresponda.
play-through = Reproduzca primero cada grabación hasta el final.
break-title = ¿Un descanso?
break-lead = Ha completado { $done } de { $total } páginas; quedan { $left }. Descanse si lo desea y continúe cuando quiera.
break-time = El descanso no cuenta como tiempo de trabajo.
wait = Por favor, dedique un poco más de tiempo a esta página. Podrá continuar en { $seconds } s.
wait-over = Ya puede continuar.
window-width = Este estudio necesita una ventana de al menos { $width } píxeles de ancho, como la de un portátil. Si la suya es más pequeña, abra el enlace en una pantalla más grande.
window-narrow = Esta ventana tiene solo { $width } píxeles de ancho. Amplíela o abra el mismo enlace en una pantalla más grande: allí podrá empezar.
spans-hint = Seleccione palabras del texto y elija una categoría. Pulse una marca para cambiarla.
spans-touch = Con el dedo: toque la primera palabra y luego la última.
spans-keys = Con el teclado: las flechas van de palabra en palabra, Mayús amplía, los números eligen.
spans-fallback = Para cada parte que quiera marcar, elija la primera y la última palabra.
spans-text = Texto que hay que marcar
spans-mark-as = Marcar como
spans-missing = Falta algo
spans-first = Primera palabra
spans-last = Última palabra
spans-category = Categoría
spans-severity = Gravedad
spans-row = Parte { $number }
spans-remove = Quitar
spans-undo = Deshacer
spans-marked = Partes marcadas
count-up-to = Un número entero, como máximo { $maximum }
count-between = Un número entero de { $minimum } a { $maximum }
text-up-to = Como máximo { $maximum } caracteres
text-between = De { $minimum } a { $maximum } caracteres
text-left = Quedan { $left } caracteres

# Cierre
review-title = Revise sus respuestas
review-lead = Estas son sus respuestas. Todavía puede cambiarlas antes de terminar.
review-change = Cambiar
review-page = Página { $number }
closing-title = Casi ha terminado
closing-comment = ¿Hay algo que quiera decir al equipo investigador?

# Guardado
answered-before = Ya ha respondido a esta página. Puede cambiar su respuesta o continuar.
saved = Todas las respuestas guardadas
saving = Guardando…
offline = Sin conexión. Sus respuestas se conservan en este dispositivo y se enviarán cuando vuelva la conexión.
offline-submit = Sin conexión. Sus respuestas se conservan en este dispositivo. Pulse de nuevo el botón cuando vuelva la conexión.

# Lo que falta o no está bien
errors-title = Revise sus respuestas
errors-question = Pregunta { $number }
reason-missing = Responda a esta pregunta.
reason-follow-up = Su respuesta anterior lleva a esta pregunta. Por favor, respóndala también.
reason-missing-rank = Dé una posición a cada texto.
reason-missing-severity = Elija la gravedad de cada parte marcada.
reason-missing-best-worst = Elija un texto en cada columna.
reason-twice = Elija solo una respuesta.
reason-not-one-of = Elija una de las opciones.
reason-not-a-number = «{ $given }» no es un número.
reason-not-whole = «{ $given }» no es un número entero.
reason-out-of-range = Escriba un número de { $minimum } a { $maximum }.
reason-off-step = Escriba un número en pasos de { $step }.
reason-shared-place = Dos textos tienen la posición { $place }. Dé a cada texto su propia posición.
reason-best-is-worst = No se puede elegir el mismo texto en las dos columnas.
reason-none-and-some = Elija «ninguna» u otras opciones, pero no ambas.
reason-too-long = Su respuesta tiene { $length } caracteres; el máximo es { $maximum }.
reason-too-short = Su respuesta tiene { $length } caracteres; escriba al menos { $minimum }.
reason-not-a-day = Escriba una fecha que exista, como año-mes-día: 2026-11-17.
reason-too-early = Escriba una fecha a partir del { $earliest }.
reason-too-late = Escriba una fecha hasta el { $latest }.
reason-empty-span = La última palabra de la parte marcada está antes de la primera.
reason-outside-text = La parte marcada se sale del texto.
reason-overlap = Dos partes marcadas se solapan. Marque cada palabra una sola vez.

# Abandonar
leave = Abandonar el estudio
leave-lead = Puede parar en cualquier momento sin dar explicaciones.
leave-pause = Si solo necesita un descanso, cierre esta página y vuelva a abrirla más tarde. Podrá continuar donde lo dejó.
leave-clock = El tiempo sigue corriendo mientras tanto.
leave-stay = Continuar con el estudio
return-choice = Ceder mi plaza
return-place = Su plaza pasa a otra persona y ya no podrá continuar.
return-answers = Las respuestas que ha dado hasta ahora se conservan, marcadas como incompletas.
return-title = ¿Ceder su plaza?
return-yes = Sí, ceder mi plaza
withdraw-choice = Retirar mis respuestas
withdraw-answers = Se borrarán todas sus respuestas en este estudio, incluidos los comentarios. Esto no se puede deshacer.
withdraw-code = Su código de finalización no volverá a mostrarse. Si todavía lo necesita, vuelva atrás y úselo primero.
withdraw-title = ¿Retirar sus respuestas?
withdraw-yes = Sí, borrar mis respuestas
withdraw-no = No, conservar mis respuestas
leave-no-code = No recibirá un código de finalización.
leave-payment = Si cree que se le debería pagar el tiempo dedicado, póngase en contacto con los investigadores.

# Finales
finished-title = Gracias
finished = Ha terminado.
declined-title = Ha decidido no participar
declined = Ha decidido no participar.
screened-out-title = No cumple los requisitos de este estudio
screened-out = Gracias por su interés. Sus respuestas indican que no pertenece al grupo que busca este estudio.
failed-check-title = El estudio termina aquí
failed-check = Algunas preguntas tenían una respuesta conocida y usted respondió de otra forma a demasiadas de ellas. El estudio termina aquí para usted.
failed-check-done-title = Gracias por su tiempo
failed-check-done = Ha respondido a todo. Algunas preguntas tenían una respuesta conocida y usted respondió de otra forma a demasiadas de ellas, por lo que sus respuestas no se tendrán en cuenta.
failed-training-title = El estudio termina aquí
failed-training = Ha respondido como se esperaba a muy pocas preguntas de práctica, así que el estudio termina aquí para usted.
too-late-title = Se acabó el tiempo
too-late = Ha pasado el límite de tiempo y es posible que su plaza se haya dado a otra persona. Los investigadores aún pueden aceptar sus respuestas.
returned-title = Ha cedido su plaza
returned = Otra persona puede ocupar ahora su plaza. Puede cerrar esta página.
withdrawn-title = Se ha retirado
withdrawn = Sus respuestas se han retirado.
full-title = No quedan plazas
full = En este momento todas las plazas están ocupadas. Puede volver a intentarlo más tarde: las plazas que no se usan vuelven a quedar libres.
paused-title = El estudio está en pausa
paused = Los investigadores han pausado el estudio. Vuelva a intentarlo más tarde.
closed-title = El estudio está cerrado
closed = Este estudio ha terminado y no admite más participantes.
already-took-part-title = Ya ha participado
already-took-part = Ya ha participado tantas veces como permite este estudio. Gracias.
already-begun-title = Este ID ya se ha usado
already-begun = Alguien ya ha empezado este estudio con este ID. Si fue usted, continúe en el navegador en el que empezó o abra de nuevo el estudio desde la plataforma. Si no funciona, póngase en contacto con los investigadores.
unverified-link-title = No se ha podido confirmar este enlace
unverified-link = No hemos podido confirmar que la plataforma le haya enviado aquí: el enlace puede ser antiguo o estar incompleto. Abra de nuevo el estudio desde la plataforma.
cannot-verify-title = Vuelva a intentarlo dentro de unos minutos
cannot-verify = En este momento no podemos comprobar su enlace. No es culpa suya. Vuelva a cargar esta página dentro de unos minutos.
not-found-title = Página no encontrada
not-found = No hay ninguna página en esta dirección. Compruebe que ha abierto completo el enlace que recibió.
too-many-requests-title = Demasiadas peticiones
too-many-requests = Hemos recibido demasiadas solicitudes desde su conexión. Espere un momento y vuelva a cargar la página.
stale-title = Esta página no está actualizada
stale = Ha continuado en otra ventana o esta página es antigua. Continúe desde la página actual.
bad-request-title = No se ha podido leer su solicitud
bad-request = No hemos podido leer lo que envió su navegador. Vuelva atrás, recargue la página e inténtelo de nuevo.
fault-title = Algo salió mal
fault = La culpa es nuestra, no suya. Vuelva a cargar esta página en un momento.
fault-reference = Si vuelve a ocurrir, dé al equipo investigador esta referencia:
code = Su código de finalización
code-hint = Cópielo en la página de la que vino.
another-list = Responder a más preguntas
way-back = Volver a { $platform }
submit-there = Terminar en { $platform }
way-back-hint = { $platform } lo necesita para tramitar su pago.
way-back-notice = Así { $platform } sabrá cómo ha terminado el estudio para usted.
return-there = Devuelva también el estudio en { $platform }; de lo contrario, su plaza seguirá ocupada allí.
withdraw-there = Si aún no ha terminado en { $platform }, devuelva también allí el estudio.
open-platform = Abrir { $platform }
debrief-title = De qué trataba este estudio
ask-about-payment = Si tiene alguna pregunta o cree que se le debería pagar su tiempo, póngase en contacto con los investigadores.
payment-promised = Pago por esto: { $amount }.
payment-undecided = El pago de { $amount } es por terminar. Lo que recibe por el tiempo dedicado lo deciden los investigadores. Si tiene alguna pregunta o cree que se le debería pagar, póngase en contacto con ellos.
payment-checks = El equipo investigador decidirá si recibe el pago de { $amount }. Si tiene alguna pregunta al respecto o cree que se le debe pagar, póngase en contacto con él.

# What is kept, said on every ending
kept-answers = Sus respuestas están guardadas, con las horas de su visita y su ID de participante si llegó con uno.
kept-attempt = Guardamos que intentó participar y lo que nos ha dicho hasta ahora, con las horas y su ID de participante si llegó con uno, para reconocerle cuando vuelva.
kept-refusal = De esta visita solo guardamos las horas y que no aceptó. Su ID de participante no se guarda.
kept-withdrawal = Solo guardamos las horas de su visita y que retiró sus respuestas. Sus respuestas y su ID de participante se borran.
kept-nothing = No se guarda nada de su visita.
kept-as-before = No ha cambiado nada de lo que envió antes.
