# Wszystko, co sam program mówi do uczestników. Jeden plik na język, w każdym te same klucze.

# Wokół każdej strony
skip-to-content = Przejdź do treści
instructions-show = Instrukcja
progress = { $done } z { $total }
progress-label = Postęp
time-left = Pozostały czas
minutes = { $minutes } min
contact = Pytania o to badanie?
script-off = Zapisywanie w trakcie odpowiadania wymaga JavaScriptu. Bez niego odpowiedzi są zapisywane po każdym naciśnięciu przycisku poniżej.

# Przyciski
continue = Dalej
back = Wstecz
submit = Wyślij odpowiedzi
try-again = Spróbuj ponownie

# Informacja, zgoda, pytania wstępne, instrukcja
information-title = O tym badaniu
consent-title = Zgoda na udział
consent-agree = Zgadzam się wziąć udział
consent-decline = Nie zgadzam się
consent-decline-note = Bez zgody badanie kończy się w tym miejscu i zapisana zostanie tylko odmowa.
screening-title = Zanim zaczniesz
screening-note = Te pytania pokażą, czy badanie jest dla Ciebie.
instructions-title = Instrukcja
no-information = Badacze nic tu nie napisali.
about-payment = Wynagrodzenie: { $amount }. Przewidywany czas: około { $minutes } min.
about-minutes = Przewidywany czas: około { $minutes } min.
preview-title = To jest podgląd
preview-note = Tutaj możesz obejrzeć badanie. Aby wziąć udział, najpierw przyjmij je na platformie.

# Przybycie
arrival-title = Witamy
arrival-id = Twój identyfikator uczestnika
arrival-id-hint = Identyfikator otrzymany od platformy lub badaczy. Jest przechowywany oddzielnie od odpowiedzi.
arrival-id-wrong = Wpisz identyfikator tak, jak został podany: tylko litery, cyfry, „-”, „_” i „.”.

# Ćwiczenie
training-title = Ćwiczenie
training-note = Te pierwsze pytania służą do ćwiczenia. Dowiesz się, jaka odpowiedź jest właściwa.
training-right = Zgadza się.
training-wrong = To nie jest oczekiwana odpowiedź.
training-thanks = Dziękujemy.
training-again-title = Jeszcze raz
training-again = Liczba oczekiwanych odpowiedzi w ćwiczeniu: { $right } z { $total }; potrzeba { $needed }. Przeczytaj instrukcję ponownie i powtórz ćwiczenie.

# Pytania
output = Tekst { $letter }
output-one = Tekst do oceny
picture = Obraz { $letter }
sound = Nagranie { $letter }
film = Film { $letter }
optional = nieobowiązkowe
equal = Mniej więcej równe
best = Najlepszy
worst = Najgorszy
none-of-these = Żadne z powyższych
nothing-to-mark = Nie ma nic do zaznaczenia
keys-hint = Możesz też nacisnąć klawisze od { $first } do { $last }.
slider-hint = Kliknij lub dotknij linii albo użyj strzałek. Do tego czasu nie ma odpowiedzi.
slider-number = Liczba od { $minimum } do { $maximum }
ranking-hint = Daj każdemu tekstowi miejsce: 1 to pierwsze.
ranking-ties-hint = Dwa teksty mogą dzielić jedno miejsce.
ranking-drag = Możesz też przeciągnąć teksty, aby je uporządkować.
ranking-place = Miejsce { $place }
best-worst-hint = Wybierz jeden jako najlepszy i inny jako najgorszy.
choice-hint = Wybierz wszystko, co pasuje.
spans-hint = Zaznacz część tekstu, a potem powiedz, co to jest.
spans-keys = Klawiaturą: przechodź między słowami strzałkami, przytrzymaj Shift, aby zaznaczyć, a potem naciśnij Enter.
spans-fallback = Dla każdej części wybierz jej pierwsze i ostatnie słowo.
spans-text = Tekst do zaznaczania
spans-mark-as = Oznacz jako
spans-first = Pierwsze słowo
spans-last = Ostatnie słowo
spans-category = Rodzaj
spans-severity = Waga
spans-row = Część { $number }
spans-remove = Usuń
spans-marked = Zaznaczone części
count-up-to = Liczba całkowita, najwyżej { $maximum }
text-up-to = Najwyżej { $maximum } znaków
text-left = Pozostało znaków: { $left }

# Zakończenie
closing-title = Prawie gotowe
closing-comment = Czy chcesz coś przekazać badaczom?

# Zapisywanie
answered-before = Odpowiedzi na tej stronie zostały już udzielone. Można je zmienić albo przejść dalej.
saved = Wszystkie odpowiedzi zapisane
saving = Zapisywanie…
offline = Brak połączenia. Odpowiedzi są przechowywane na tym urządzeniu i zostaną wysłane, gdy połączenie wróci.
offline-submit = Brak połączenia. Odpowiedzi są przechowywane na tym urządzeniu. Naciśnij przycisk ponownie, gdy połączenie wróci.

# Czego brakuje lub co się nie zgadza
errors-title = Sprawdź odpowiedzi
errors-question = Pytanie { $number }
reason-missing = Odpowiedz na to pytanie.
reason-twice = Podaj jedną odpowiedź, nie kilka.
reason-not-one-of = Wybierz jedną z podanych odpowiedzi.
reason-not-a-number = „{ $given }” nie jest liczbą.
reason-not-whole = „{ $given }” nie jest liczbą całkowitą.
reason-out-of-range = Podaj liczbę od { $minimum } do { $maximum }.
reason-off-step = Podaj liczbę w krokach co { $step }.
reason-shared-place = Dwa teksty mają miejsce { $place }. Daj każdemu osobne miejsce.
reason-best-is-worst = Ten sam tekst nie może być najlepszy i najgorszy.
reason-none-and-some = Wybierz albo „żadne”, albo coś, nie jedno i drugie.
reason-too-long = Liczba znaków w odpowiedzi: { $length }; mieści się najwyżej { $maximum }.
reason-empty-stretch = Zaznaczona część jest pusta: jej ostatnie słowo stoi przed pierwszym.
reason-outside-text = Zaznaczona część wykracza poza tekst.
reason-overlap = Dwie zaznaczone części się nakładają. Zaznacz każde słowo tylko raz.

# Opuszczanie
leave = Opuść badanie
leave-lead = Możesz przerwać w każdej chwili i nie musisz mówić dlaczego.
leave-pause = Jeśli potrzebujesz tylko przerwy, zamknij tę stronę i otwórz ją później: wrócisz do tego samego miejsca.
leave-clock = Czas w tym czasie biegnie dalej.
leave-stay = Kontynuuj badanie
return-choice = Zwróć moje miejsce
return-place = Twoje miejsce przypadnie komuś innemu i nie będzie można potem kontynuować.
return-answers = Dotychczasowe odpowiedzi zostaną zachowane i oznaczone jako niepełne.
return-title = Zwrócić miejsce?
return-yes = Tak, zwróć moje miejsce
withdraw-choice = Wycofaj moje odpowiedzi
withdraw-answers = Wszystkie Twoje odpowiedzi w tym badaniu zostaną usunięte, także komentarze. Nie można tego cofnąć.
withdraw-kept = Zachowane zostanie tylko to, kiedy trwał udział, i fakt wycofania.
withdraw-code = Twój kod ukończenia nie będzie już pokazywany. Jeśli jest jeszcze potrzebny, wróć i najpierw go użyj.
withdraw-title = Wycofać odpowiedzi?
withdraw-yes = Tak, usuń moje odpowiedzi
withdraw-no = Nie, zachowaj moje odpowiedzi
leave-no-code = Nie otrzymasz kodu ukończenia.
leave-payment = Jeśli uważasz, że za poświęcony czas należy Ci się zapłata, napisz do badaczy.

# Jak się kończy
finished-title = Dziękujemy
finished = To już koniec, wszystkie odpowiedzi są zapisane.
declined-title = Nie bierzesz udziału
declined = Udział został odrzucony. Nie zachowano niczego poza tą decyzją.
screened-out-title = To badanie nie jest dla Ciebie
screened-out = Dziękujemy za zainteresowanie. Z odpowiedzi wynika, że nie należysz do grupy, której to badanie potrzebuje.
failed-check-title = Badanie kończy się tutaj
failed-check = Niektóre pytania miały znaną odpowiedź, a zbyt wiele Twoich odpowiedzi było innych. Sesja kończy się tutaj.
failed-training-title = Badanie kończy się tutaj
failed-training = Zbyt mało pytań ćwiczebnych otrzymało oczekiwaną odpowiedź, więc badanie nie może trwać dalej.
too-late-title = Czas minął
too-late = Limit czasu minął, a Twoje miejsce mogło przypaść komuś innemu. Udzielone odpowiedzi są zachowane i badacze mogą je jeszcze przyjąć.
returned-title = Miejsce zostało zwrócone
returned = Twoje miejsce jest teraz wolne dla kogoś innego. Udzielone dotąd odpowiedzi są zachowane. Możesz zamknąć tę stronę.
withdrawn-title = Udział został wycofany
withdrawn = Twoje odpowiedzi zostały usunięte. Zachowano tylko to, kiedy trwał udział, i fakt wycofania.
full-title = Nie ma wolnych miejsc
full = W tej chwili bierze udział wystarczająco wiele osób. Nic o Tobie nie zachowano. Możesz spróbować później: niewykorzystane miejsca się zwalniają.
paused-title = Badanie jest wstrzymane
paused = Badacze wstrzymali badanie. Spróbuj później; odpowiedzi już udzielone są zachowane.
closed-title = Badanie jest zamknięte
closed = Badanie się zakończyło i nie przyjmuje już uczestników.
already-took-part-title = Twój udział już się odbył
already-took-part = Każdy może wziąć udział tylko tyle razy, na ile pozwala badanie, i Twój udział już się odbył. Dziękujemy.
not-found-title = Tu nic nie ma
not-found = Ten adres donikąd nie prowadzi. Sprawdź, czy otwarto cały otrzymany link.
too-many-requests-title = Zbyt wiele żądań
too-many-requests = Serwer otrzymał od Ciebie więcej żądań, niż może przyjąć. Poczekaj chwilę i odśwież stronę. Nic nie ginie.
stale-title = Ta strona jest już nieaktualna
stale = Badanie trwa dalej w innym oknie albo ta strona jest stara. Odpowiedzi są bezpieczne; kontynuuj tam, gdzie jesteś.
bad-request-title = Nie udało się tego odczytać
bad-request = Nie można było zrozumieć tego, co wysłała przeglądarka. Wróć, odśwież stronę i spróbuj ponownie.
fault-title = Coś poszło nie tak
fault = To nasza wina, nie Twoja. Odpowiedzi już wysłane są zapisane. Odśwież tę stronę za chwilę.
fault-reference = Jeśli to się powtórzy, podaj badaczom ten numer:
code = Twój kod ukończenia
code-hint = Skopiuj go na stronę, z której przychodzisz.
another-list = Wykonaj kolejną listę
way-back = Wróć na platformę
way-back-hint = Dzięki temu platforma wie, jak badanie się dla Ciebie zakończyło; od tego zależy wynagrodzenie.
return-there = Zwróć je też na platformie { $platform }, inaczej Twoje miejsce pozostanie tam zajęte.
withdraw-there = Jeśli na platformie { $platform } udział nie jest jeszcze zakończony, zwróć go także tam.
open-platform = Otwórz { $platform }
debrief-title = O czym było to badanie
ask-about-payment = Jeśli uważasz, że to pomyłka, albo należy Ci się zapłata za poświęcony czas, napisz do badaczy.
