# Todo lo que el programa mismo dice a quien participa. Un archivo por idioma, con las mismas claves en cada uno.

# Alrededor de cada página
skip-to-content = Saltar al contenido
instructions-show = Instrucciones
progress = { $done } de { $total }
progress-label = Su avance
time-left = Tiempo restante
minutes = { $minutes } min
contact = ¿Preguntas sobre este estudio?
script-off = Para guardar mientras responde hace falta JavaScript. Sin él, sus respuestas se guardan cada vez que pulsa el botón de abajo.

# Botones
continue = Continuar
back = Atrás
submit = Enviar respuestas
try-again = Intentar de nuevo

# Información, consentimiento, preguntas previas, instrucciones
information-title = Sobre este estudio
consent-title = Su consentimiento
consent-agree = Acepto participar
consent-decline = No acepto
consent-decline-note = Si no acepta, el estudio termina aquí y solo se guarda que no quiso participar.
screening-title = Antes de empezar
screening-note = Estas preguntas nos dicen si el estudio es para usted.
instructions-title = Instrucciones
no-information = Los investigadores no han escrito nada aquí.
about-payment = Pago: { $amount }. Tiempo previsto: unos { $minutes } min.
about-minutes = Tiempo previsto: unos { $minutes } min.
preview-title = Esto es una vista previa
preview-note = Aquí puede ver el estudio. Para participar, acéptelo antes en la plataforma.

# Llegada
arrival-title = Le damos la bienvenida
arrival-id = Su identificador de participante
arrival-id-hint = El identificador que le dio la plataforma o el equipo investigador. Se guarda separado de sus respuestas.
arrival-id-wrong = Escriba el identificador tal como se lo dieron: solo letras, cifras, «-», «_» y «.».

# Práctica
training-title = Práctica
training-note = Estas primeras preguntas son de práctica. Se le dirá cuál es la respuesta correcta.
training-right = Correcto.
training-wrong = No es la respuesta esperada.
training-thanks = Gracias.
training-again-title = Otra vez
training-again = Respondió como se esperaba a { $right } de { $total } preguntas de práctica; hacen falta { $needed }. Lea de nuevo las instrucciones y repita la práctica.

# Preguntas
output = Texto { $letter }
output-one = Texto que hay que valorar
picture = Imagen { $letter }
sound = Grabación { $letter }
film = Vídeo { $letter }
optional = opcional
equal = Más o menos iguales
best = El mejor
worst = El peor
none-of-these = Ninguno de estos
nothing-to-mark = No hay nada que marcar
keys-hint = También puede pulsar las teclas { $first } a { $last }.
slider-hint = Haga clic o toque la línea, o use las flechas. Hasta entonces no hay respuesta.
slider-number = Un número de { $minimum } a { $maximum }
ranking-hint = Dé un puesto a cada texto: el 1 es el primero.
ranking-ties-hint = Dos textos pueden compartir un puesto.
ranking-drag = También puede arrastrar los textos para ordenarlos.
ranking-place = Puesto { $place }
best-worst-hint = Elija uno como el mejor y otro como el peor.
choice-hint = Elija todo lo que corresponda.
spans-hint = Seleccione una parte del texto y diga después qué es.
spans-keys = Con el teclado: recorra las palabras con las flechas, mantenga pulsada la tecla Mayús para seleccionar y pulse después Intro.
spans-fallback = Para cada parte, elija su primera y su última palabra.
spans-text = Texto que hay que marcar
spans-mark-as = Marcar como
spans-first = Primera palabra
spans-last = Última palabra
spans-category = Tipo
spans-severity = Gravedad
spans-row = Parte { $number }
spans-remove = Quitar
spans-marked = Partes marcadas
count-up-to = Un número entero, como máximo { $maximum }
text-up-to = Como máximo { $maximum } caracteres
text-left = Quedan { $left } caracteres

# Cierre
closing-title = Casi hemos terminado
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
reason-twice = Dé una sola respuesta, no varias.
reason-not-one-of = Elija una de las respuestas ofrecidas.
reason-not-a-number = «{ $given }» no es un número.
reason-not-whole = «{ $given }» no es un número entero.
reason-out-of-range = Dé un número de { $minimum } a { $maximum }.
reason-off-step = Dé un número en pasos de { $step }.
reason-shared-place = Dos textos tienen el puesto { $place }. Dé a cada uno un puesto propio.
reason-best-is-worst = El mismo texto no puede ser el mejor y el peor.
reason-none-and-some = Elija «ninguno» o algo, no las dos cosas.
reason-too-long = Su respuesta tiene { $length } caracteres; caben como máximo { $maximum }.
reason-empty-stretch = La parte marcada está vacía: su última palabra está antes de la primera.
reason-outside-text = La parte marcada va más allá del texto.
reason-overlap = Dos partes marcadas se solapan. Marque cada palabra una sola vez.

# Abandonar
leave = Abandonar el estudio
leave-lead = Puede dejarlo en cualquier momento, y no tiene que decir por qué.
leave-pause = Si solo necesita una pausa, cierre esta página y vuelva a abrirla más tarde: estará donde estaba.
leave-clock = Mientras tanto, su tiempo sigue corriendo.
leave-stay = Seguir con el estudio
return-choice = Devolver mi plaza
return-place = Su plaza pasa a otra persona, y después no podrá continuar.
return-answers = Las respuestas que ha dado hasta ahora se conservan, marcadas como incompletas.
return-title = ¿Devolver su plaza?
return-yes = Sí, devolver mi plaza
withdraw-choice = Retirar mis respuestas
withdraw-answers = Se borra todo lo que ha respondido en este estudio, también los comentarios. No se puede deshacer.
withdraw-kept = Solo se conserva cuándo estuvo aquí y que se retiró.
withdraw-code = Su código de finalización no volverá a mostrarse. Si todavía lo necesita, vuelva atrás y úselo primero.
withdraw-title = ¿Retirar sus respuestas?
withdraw-yes = Sí, borrar mis respuestas
withdraw-no = No, conservar mis respuestas
leave-no-code = No recibirá un código de finalización.
leave-payment = Si cree que se le debería pagar el tiempo que ha dedicado, escriba al equipo investigador.

# Finales
finished-title = Gracias
finished = Ha terminado, y todas sus respuestas están guardadas.
declined-title = No ha participado
declined = Eligió no participar. No se ha guardado nada más que esta decisión.
screened-out-title = Este estudio no es para usted
screened-out = Gracias por su interés. Sus respuestas indican que no está en el grupo que este estudio necesita.
failed-check-title = El estudio termina aquí
failed-check = Algunas preguntas tenían una respuesta conocida, y demasiadas de las suyas fueron distintas. Su sesión termina aquí.
failed-training-title = El estudio termina aquí
failed-training = Se respondieron como se esperaba muy pocas preguntas de práctica, y por eso el estudio no puede continuar.
too-late-title = Se acabó el tiempo
too-late = El plazo ha pasado, y su plaza puede haber ido a otra persona. Las respuestas que dio se conservan, y el equipo investigador todavía puede aceptarlas.
returned-title = Ha devuelto su plaza
returned = Su plaza está ahora libre para otra persona. Las respuestas que había dado se conservan. Puede cerrar esta página.
withdrawn-title = Se ha retirado
withdrawn = Sus respuestas se han borrado. Solo se conserva cuándo estuvo aquí y que se retiró.
full-title = No quedan plazas
full = En este momento participa suficiente gente. No se ha guardado nada suyo. Puede intentarlo más tarde: las plazas sin usar quedan libres.
paused-title = El estudio está en pausa
paused = El equipo investigador ha puesto el estudio en pausa. Inténtelo más tarde; las respuestas que ya dio se conservan.
closed-title = El estudio está cerrado
closed = El estudio ha terminado y no admite más participantes.
already-took-part-title = Ya ha participado
already-took-part = Cada persona puede participar solo las veces que el estudio permite, y usted ya lo ha hecho. Gracias.
not-found-title = Aquí no hay nada
not-found = Esta dirección no lleva a ninguna parte. Compruebe que abrió completo el enlace que recibió.
too-many-requests-title = Demasiadas peticiones
too-many-requests = El servidor recibió de usted más peticiones de las que puede atender. Espere un momento y vuelva a cargar la página. No se pierde nada.
stale-title = Esta página ya no está al día
stale = Ha seguido en otra ventana, o esta página es antigua. Sus respuestas están a salvo; continúe donde está.
bad-request-title = No se pudo leer
bad-request = No se entendió lo que envió su navegador. Vuelva atrás, cargue de nuevo la página e inténtelo otra vez.
fault-title = Algo salió mal
fault = Es culpa nuestra, no suya. Las respuestas ya enviadas están guardadas. Vuelva a cargar esta página dentro de un momento.
fault-reference = Si vuelve a ocurrir, dé al equipo investigador esta referencia:
code = Su código de finalización
code-hint = Cópielo en la página de la que vino.
another-list = Hacer otra lista
way-back = Volver a la plataforma
way-back-hint = Así la plataforma sabe cómo terminó el estudio para usted; de ello depende el pago.
return-there = Devuélvalo también en { $platform }; si no, su plaza sigue ocupada allí.
withdraw-there = Si todavía no ha terminado en { $platform }, devuélvalo también allí.
open-platform = Abrir { $platform }
debrief-title = De qué trataba este estudio
ask-about-payment = Si cree que es un error, o ha dedicado un tiempo que se le debería pagar, escriba al equipo investigador.
