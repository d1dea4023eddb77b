# Wszystko, co sam program mówi do uczestników. Jeden plik na język, w każdym te same klucze.

# Wokół każdej strony
skip-to-content = Przejdź do treści
instructions-show = Instrukcja
progress = { $done } z { $total }
progress-label = Postęp
part = Część { $number } z { $total }
list-of = Lista { $number } z { $total }
time-left = Pozostały czas
minutes = { $minutes } min
time-soon = Zostało { $minutes } min. Odpowiedzi są zapisywane na bieżąco.
time-up = Czas minął. Udzielone odpowiedzi są zapisane.
more-time = Potrzebuję jeszcze { $minutes } min
contact = Pytania o to badanie?
script-off = JavaScript jest wyłączony, więc odpowiedzi są zapisywane tylko po naciśnięciu przycisku poniżej.

# Przyciski
continue = Dalej
back = Wstecz
submit = Zakończ
try-again = Spróbuj ponownie

# Informacja, zgoda, pytania wstępne, instrukcja
information-title = O tym badaniu
consent-title = Zgoda na udział
consent-agree = Zgadzam się wziąć udział
consent-decline = Nie zgadzam się
consent-decline-note = W razie odmowy badanie kończy się w tym miejscu.
screening-title = Zanim zaczniesz
screening-note = Te pytania pozwalają sprawdzić, czy może Pan/Pani wziąć udział w tym badaniu.
instructions-title = Instrukcja
no-information = Badacze nie dodali tu żadnych informacji.
about-payment = Wynagrodzenie: { $amount }. Przewidywany czas: około { $minutes } min.
about-minutes = Przewidywany czas: około { $minutes } min.
preview-title = To jest podgląd
preview-note = Tutaj możesz obejrzeć badanie. Aby wziąć udział, najpierw przyjmij je na platformie.
sample-title = Jedno z pytań
resume-note = To badanie zostało już rozpoczęte na tym urządzeniu.
resume = Kontynuuj od miejsca przerwania

# Przybycie
arrival-title = Witamy
arrival-id = Twój identyfikator uczestnika
arrival-id-hint = Identyfikator otrzymany od platformy lub badaczy. Jest przechowywany oddzielnie od odpowiedzi.
arrival-id-missing = Proszę wpisać swój identyfikator uczestnika.
arrival-id-wrong = Wpisz identyfikator tak, jak został podany: tylko litery, cyfry, „-”, „_” i „.”.

# Ćwiczenie
training-title = Ćwiczenie
training-note = Pierwsze pytania służą do ćwiczenia. Po każdym z nich zobaczy Pan/Pani, czy odpowiedź jest zgodna z oczekiwaną.
training-right = Dobrze.
training-wrong = To nie jest oczekiwana odpowiedź.
training-thanks = Dziękujemy.
training-again-title = Jeszcze raz ćwiczenie
training-again = Liczba oczekiwanych odpowiedzi w ćwiczeniu: { $right } z { $total }; potrzeba { $needed }. Przeczytaj instrukcję ponownie i powtórz ćwiczenie.

# Pytania
output = Tekst { $letter }
context = Kontekst
output-one = Tekst do oceny
picture = Obraz { $letter }
sound = Nagranie { $letter }
film = Wideo { $letter }
optional = nieobowiązkowe
cannot-judge = Nie potrafię tego ocenić
can-judge = Jednak potrafię to ocenić
confidence = Jak bardzo jesteś tego pewien?
follow-up = Jeszcze jedno pytanie:
remark-both = Skomentuj lub zgłoś problem
remark-comment = Skomentuj tę stronę
remark-problem = Zgłoś problem z tą stroną
remark-wrong = Coś jest nie tak z tym elementem
remark-words = Twój komentarz
remark-what = Co jest nie tak?
equal = Mniej więcej równe
best = Najlepszy
worst = Najgorszy
none-of-these = Żadne z powyższych
nothing-to-mark = Nie ma nic do zaznaczenia
keys-hint = Klawisze cyfr wybierają odpowiedź, Enter przechodzi dalej.
advance = Przechodzimy dalej… Aby zostać, proszę dotknąć strony, kliknąć lub nacisnąć klawisz.
slider-hint = Aby odpowiedzieć, proszę kliknąć lub dotknąć linii albo użyć klawiszy strzałek.
slider-number = Liczba od { $minimum } do { $maximum }
ranking-hint = Daj każdemu tekstowi miejsce: 1 to pierwsze.
ranking-ties-hint = Dwa teksty mogą dzielić jedno miejsce.
ranking-drag = Ułóż teksty w kolejności, pierwszy na górze: przeciągnij je albo użyj strzałek.
ranking-place = Miejsce { $place }
ranking-place-of = Miejsce: { $text }
ranking-up = W górę
ranking-down = W dół
ranking-keep = Kolejność jest już właściwa
best-worst-hint = Wybierz jeden tekst jako „{ $best }”, a inny jako „{ $worst }”.
choice-hint = Wybierz wszystko, co pasuje.
play-through = Najpierw odtwórz każde nagranie do końca.
break-title = Czas na przerwę?
break-lead = Liczba ukończonych stron: { $done } z { $total }; pozostało: { $left }. Można zrobić przerwę i kontynuować w dowolnej chwili.
break-time = Przerwa nie jest wliczana do czasu pracy.
wait = Proszę poświęcić tej stronie jeszcze chwilę. Kontynuacja będzie możliwa za { $seconds } s.
wait-over = Można już kontynuować.
window-width = To badanie wymaga okna o szerokości co najmniej { $width } pikseli, jak na laptopie. Jeśli okno jest mniejsze, proszę otworzyć link na większym ekranie.
window-narrow = To okno ma tylko { $width } pikseli szerokości. Proszę je powiększyć lub otworzyć ten sam link na większym ekranie: tam można zacząć.
spans-hint = Proszę zaznaczyć słowa w tekście, a potem wybrać kategorię. Aby zmienić oznaczenie, proszę je nacisnąć.
spans-touch = Palcem: dotknij pierwszego słowa, potem ostatniego.
spans-keys = Klawiaturą: strzałki przechodzą od słowa do słowa, Shift zaznacza więcej, cyfry wybierają.
spans-fallback = Dla każdej części wybierz jej pierwsze i ostatnie słowo.
spans-text = Tekst do zaznaczania
spans-mark-as = Oznacz jako
spans-missing = Czegoś brakuje
spans-first = Pierwsze słowo
spans-last = Ostatnie słowo
spans-category = Kategoria
spans-severity = Waga
spans-row = Część { $number }
spans-remove = Usuń
spans-undo = Cofnij
spans-marked = Zaznaczone części
count-up-to = Liczba całkowita, najwyżej { $maximum }
count-between = Liczba całkowita od { $minimum } do { $maximum }
text-up-to = Najwyżej { $maximum } znaków
text-between = Od { $minimum } do { $maximum } znaków
text-left = Pozostało znaków: { $left }

# Zakończenie
review-title = Sprawdź swoje odpowiedzi
review-lead = Oto twoje odpowiedzi. Możesz je jeszcze zmienić przed zakończeniem.
review-change = Zmień
review-page = Strona { $number }
closing-title = Prawie gotowe
closing-comment = Czy chcesz coś przekazać badaczom?

# Zapisywanie
answered-before = Na tę stronę już udzielono odpowiedzi. Można ją zmienić albo przejść dalej.
saved = Wszystkie odpowiedzi zapisane
saving = Zapisywanie…
offline = Brak połączenia. Odpowiedzi są przechowywane na tym urządzeniu i zostaną wysłane, gdy połączenie wróci.
offline-submit = Brak połączenia. Odpowiedzi są przechowywane na tym urządzeniu. Naciśnij przycisk ponownie, gdy połączenie wróci.

# Czego brakuje lub co się nie zgadza
errors-title = Sprawdź odpowiedzi
errors-question = Pytanie { $number }
reason-missing = Odpowiedz na to pytanie.
reason-follow-up = Z odpowiedzi powyżej wynika to pytanie. Proszę odpowiedzieć również na nie.
reason-missing-rank = Proszę nadać miejsce każdemu tekstowi.
reason-missing-severity = Proszę wybrać wagę każdego zaznaczonego fragmentu.
reason-missing-best-worst = Proszę wybrać po jednym tekście w każdej kolumnie.
reason-twice = Proszę wybrać tylko jedną odpowiedź.
reason-not-one-of = Proszę wybrać jedną z możliwości.
reason-not-a-number = „{ $given }” nie jest liczbą.
reason-not-whole = „{ $given }” nie jest liczbą całkowitą.
reason-out-of-range = Podaj liczbę od { $minimum } do { $maximum }.
reason-off-step = Podaj liczbę w krokach co { $step }.
reason-shared-place = Dwa teksty mają miejsce { $place }. Daj każdemu osobne miejsce.
reason-best-is-worst = Tego samego tekstu nie można wybrać w obu kolumnach.
reason-none-and-some = Wybierz albo „żadne”, albo coś, nie jedno i drugie.
reason-too-long = Odpowiedź ma { $length } znaków; limit to { $maximum }.
reason-too-short = Odpowiedź ma { $length } znaków; proszę napisać co najmniej { $minimum }.
reason-not-a-day = Proszę podać istniejącą datę w postaci rok-miesiąc-dzień: 2026-11-17.
reason-too-early = Proszę podać datę nie wcześniejszą niż { $earliest }.
reason-too-late = Proszę podać datę nie późniejszą niż { $latest }.
reason-empty-span = Ostatnie słowo zaznaczonego fragmentu jest przed pierwszym.
reason-outside-text = Zaznaczona część wykracza poza tekst.
reason-overlap = Dwie zaznaczone części się nakładają. Zaznacz każde słowo tylko raz.

# Opuszczanie
leave = Opuść badanie
leave-lead = W każdej chwili można przerwać bez podawania powodu.
leave-pause = Jeśli potrzebna jest tylko przerwa, proszę zamknąć tę stronę i otworzyć ją później. Można będzie kontynuować od tego samego miejsca.
leave-clock = Czas w tym czasie nadal płynie.
leave-stay = Kontynuuj badanie
return-choice = Oddać moje miejsce
return-place = Miejsce przejdzie na kogoś innego i nie będzie można kontynuować.
return-answers = Dotychczasowe odpowiedzi zostaną zachowane i oznaczone jako niepełne.
return-title = Oddać miejsce?
return-yes = Tak, oddaję miejsce
withdraw-choice = Wycofaj moje odpowiedzi
withdraw-answers = Wszystkie odpowiedzi w tym badaniu, razem z komentarzami, zostaną usunięte. Tego nie można cofnąć.
withdraw-code = Twój kod ukończenia nie będzie już pokazywany. Jeśli jest jeszcze potrzebny, wróć i najpierw go użyj.
withdraw-title = Wycofać odpowiedzi?
withdraw-yes = Tak, usuń moje odpowiedzi
withdraw-no = Nie, zachowaj moje odpowiedzi
leave-no-code = Nie otrzymasz kodu ukończenia.
leave-payment = Jeśli za poświęcony czas należy się zapłata, proszę skontaktować się z badaczami.

# Jak się kończy
finished-title = Dziękujemy
finished = To już koniec.
declined-title = Odmówiono udziału
declined = Wybrano brak udziału.
screened-out-title = Nie może Pan/Pani wziąć udziału w tym badaniu
screened-out = Dziękujemy za zainteresowanie. Z odpowiedzi wynika, że nie należy Pan/Pani do grupy poszukiwanej w tym badaniu.
failed-check-title = Badanie kończy się tutaj
failed-check = Niektóre pytania miały znaną odpowiedź, a zbyt wiele odpowiedzi było innych. Badanie kończy się w tym miejscu.
failed-check-done-title = Dziękujemy za poświęcony czas
failed-check-done = Wszystkie odpowiedzi zostały udzielone. Niektóre pytania miały znaną odpowiedź, a zbyt wiele odpowiedzi było innych, dlatego nie zostaną one uwzględnione.
failed-training-title = Badanie kończy się tutaj
failed-training = Zbyt mało odpowiedzi w ćwiczeniu było zgodnych z oczekiwanymi, więc badanie kończy się w tym miejscu.
too-late-title = Czas minął
too-late = Limit czasu minął i miejsce mogło zostać przekazane komuś innemu. Badacze mogą jeszcze przyjąć odpowiedzi.
returned-title = Miejsce zostało oddane
returned = Teraz ktoś inny może zająć to miejsce. Można zamknąć tę stronę.
withdrawn-title = Udział został wycofany
withdrawn = Odpowiedzi zostały wycofane.
full-title = Brak wolnych miejsc
full = W tej chwili wszystkie miejsca są zajęte. Można spróbować później: niewykorzystane miejsca znów się zwalniają.
paused-title = Badanie jest wstrzymane
paused = Badacze wstrzymali badanie. Proszę spróbować później.
closed-title = Badanie jest zamknięte
closed = To badanie się zakończyło i nie przyjmuje nowych uczestników.
already-took-part-title = Twój udział już się odbył
already-took-part = Wziął Pan/Wzięła Pani już udział tyle razy, ile pozwala to badanie. Dziękujemy.
already-begun-title = Ten identyfikator był już użyty
already-begun = Ktoś już rozpoczął to badanie z tym identyfikatorem. Jeśli to była ta sama osoba, proszę kontynuować w przeglądarce, w której rozpoczęto, albo ponownie otworzyć badanie z platformy. Jeśli to nie działa, proszę skontaktować się z badaczami.
unverified-link-title = Nie udało się potwierdzić tego linku
unverified-link = Nie udało się potwierdzić, że link pochodzi z platformy: może być stary lub niepełny. Proszę ponownie otworzyć badanie z platformy.
cannot-verify-title = Proszę spróbować ponownie za kilka minut
cannot-verify = W tej chwili nie możemy sprawdzić linku. To nie Państwa wina. Proszę odświeżyć tę stronę za kilka minut.
not-found-title = Nie znaleziono strony
not-found = Pod tym adresem nie ma strony. Proszę sprawdzić, czy otwarto cały otrzymany link.
too-many-requests-title = Zbyt wiele żądań
too-many-requests = Otrzymaliśmy zbyt wiele zapytań z tego połączenia. Proszę chwilę poczekać i odświeżyć stronę.
stale-title = Ta strona jest nieaktualna
stale = Badanie jest kontynuowane w innym oknie albo ta strona jest stara. Proszę kontynuować na bieżącej stronie.
bad-request-title = Nie udało się odczytać zapytania
bad-request = Nie udało się odczytać tego, co wysłała przeglądarka. Proszę wrócić, odświeżyć stronę i spróbować ponownie.
fault-title = Coś poszło nie tak
fault = To nasza wina. Proszę za chwilę odświeżyć tę stronę.
fault-reference = Jeśli to się powtórzy, podaj badaczom ten numer:
code = Twój kod ukończenia
code-hint = Skopiuj go na stronę, z której przychodzisz.
another-list = Odpowiedz na kolejne pytania
way-back = Wróć na { $platform }
submit-there = Zakończ na { $platform }
way-back-hint = { $platform } potrzebuje tego do realizacji płatności.
way-back-notice = Dzięki temu { $platform } dowie się, jak zakończyło się badanie.
return-there = Zwróć je też na platformie { $platform }, inaczej Twoje miejsce pozostanie tam zajęte.
withdraw-there = Jeśli na platformie { $platform } udział nie jest jeszcze zakończony, zwróć go także tam.
open-platform = Otwórz { $platform }
debrief-title = O czym było to badanie
ask-about-payment = W razie pytań lub jeśli za poświęcony czas należy się zapłata, proszę skontaktować się z badaczami.
payment-promised = Wynagrodzenie za to: { $amount }.
payment-undecided = Wynagrodzenie { $amount } przysługuje za ukończenie badania. O zapłacie za poświęcony czas decydują badacze. W razie pytań lub jeśli należy się zapłata, proszę się z nimi skontaktować.
payment-checks = O wypłacie wynagrodzenia w wysokości { $amount } decydują badacze. W razie pytań lub jeśli uważasz, że wynagrodzenie ci się należy, skontaktuj się z nimi.

# What is kept, said on every ending
kept-answers = Odpowiedzi są zapisane, wraz z czasem wizyty i identyfikatorem uczestnika, jeśli został podany.
kept-attempt = Zapisujemy informację o próbie udziału i to, co dotąd nam przekazano, wraz z czasem i identyfikatorem uczestnika, jeśli został podany, aby rozpoznać kolejną wizytę.
kept-refusal = Z tej wizyty zapisujemy tylko jej czas i informację o odmowie. Identyfikator uczestnika nie jest zapisywany.
kept-withdrawal = Zachowujemy tylko czas wizyty i informację o wycofaniu. Odpowiedzi i identyfikator uczestnika są usuwane.
kept-nothing = Z tej wizyty nic nie jest zapisywane.
kept-as-before = W tym, co wysłano wcześniej, nic się nie zmieniło.
