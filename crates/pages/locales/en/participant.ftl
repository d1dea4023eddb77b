# Everything the program itself says to a participant. One file per language, the same keys in each.

# Around every page
skip-to-content = Skip to the content
instructions-show = Instructions
progress = { $done } of { $total }
progress-label = How far you are
time-left = Time left
minutes = { $minutes } min
contact = Questions about this study?
script-off = Saving while you answer needs JavaScript. Without it your answers are saved each time you press the button below.

# Buttons
continue = Continue
back = Back
submit = Send answers
try-again = Try again

# Information, consent, screening, instructions
information-title = About this study
consent-title = Your consent
consent-agree = I agree to take part
consent-decline = I do not agree
consent-decline-note = If you do not agree, the study ends here and nothing is kept but that you declined.
screening-title = Before you begin
screening-note = These questions tell us whether the study is for you.
instructions-title = Instructions
no-information = The researchers have not written anything here.
about-payment = Payment: { $amount }. Expected time: about { $minutes } min.
about-minutes = Expected time: about { $minutes } min.
preview-title = This is a preview
preview-note = You can look at the study here. To take part, accept it on the platform first.

# Arrival
arrival-title = Welcome
arrival-id = Your participant ID
arrival-id-hint = The ID that the recruiting platform or the researchers gave you. It is kept apart from your answers.
arrival-id-wrong = Please type the ID as it was given to you: letters, digits, “-”, “_” and “.” only.

# Training
training-title = Practice
training-note = These first questions are for practice. You are told what the right answer is.
training-right = That is right.
training-wrong = That is not the expected answer.
training-thanks = Thank you.
training-again-title = Once more
training-again = You answered { $right } of { $total } practice questions as expected; { $needed } are needed. Please read the instructions again and repeat the practice.

# Questions
output = Text { $letter }
output-one = Text to judge
picture = Picture { $letter }
sound = Recording { $letter }
film = Film { $letter }
optional = optional
equal = About equal
best = Best
worst = Worst
none-of-these = None of these
nothing-to-mark = There is nothing to mark
keys-hint = You can also press the keys { $first } to { $last }.
slider-hint = Click or tap the line, or use the arrow keys. Nothing is answered until you do.
slider-number = A number from { $minimum } to { $maximum }
ranking-hint = Give each text a place: 1 is first.
ranking-ties-hint = Two texts may share a place.
ranking-drag = You can also drag the texts into order.
ranking-place = Place { $place }
best-worst-hint = Choose one as best and another as worst.
choice-hint = Choose all that apply.
spans-hint = Select a part of the text, then say what it is.
spans-keys = With the keyboard: move through the words with the arrow keys, hold Shift to select, then press Enter.
spans-fallback = For each part to mark, choose its first and its last word.
spans-text = Text to mark
spans-mark-as = Mark as
spans-first = First word
spans-last = Last word
spans-category = Kind
spans-severity = Severity
spans-row = Part { $number }
spans-remove = Remove
spans-marked = Marked parts
count-up-to = A whole number, at most { $maximum }
text-up-to = At most { $maximum } characters
text-left = { $left } characters left

# Closing
closing-title = Nearly done
closing-comment = Is there anything you would like to tell the researchers?

# Saving
answered-before = You have answered this page already. You can change your answer, or go on.
saved = All answers saved
saving = Saving…
offline = No connection. Your answers are kept on this device and will be sent when the connection is back.
offline-submit = No connection. Your answers are kept on this device. Press the button again when the connection is back.

# What is missing or wrong
errors-title = Please check your answers
errors-question = Question { $number }
reason-missing = Please answer this question.
reason-twice = Please give one answer, not several.
reason-not-one-of = Please choose one of the answers offered.
reason-not-a-number = “{ $given }” is not a number.
reason-not-whole = “{ $given }” is not a whole number.
reason-out-of-range = Please give a number from { $minimum } to { $maximum }.
reason-off-step = Please give a number in steps of { $step }.
reason-shared-place = Two texts have place { $place }. Please give each a place of its own.
reason-best-is-worst = The same text cannot be the best and the worst.
reason-none-and-some = Please choose either “none” or something, not both.
reason-too-long = Your answer has { $length } characters; at most { $maximum } fit.
reason-empty-stretch = The marked part is empty: its last word stands before its first.
reason-outside-text = The marked part goes beyond the text.
reason-overlap = Two marked parts overlap. Please mark each word once.

# Leaving
leave = Leave the study
leave-lead = You can stop at any time, and you need not say why.
leave-pause = If you only need a break, close this page and open it again later: you will be where you were.
leave-clock = Your time goes on running meanwhile.
leave-stay = Go on with the study
return-choice = Give my place back
return-place = Your place goes to someone else, and you cannot go on afterwards.
return-answers = The answers you have given so far are kept, marked as incomplete.
return-title = Give your place back?
return-yes = Yes, give my place back
withdraw-choice = Withdraw my answers
withdraw-answers = Everything you have answered in this study is erased, comments included. This cannot be undone.
withdraw-kept = What stays is when you were here, and that you withdrew.
withdraw-code = Your completion code will not be shown again. If you still need it, go back and use it first.
withdraw-title = Withdraw your answers?
withdraw-yes = Yes, erase my answers
withdraw-no = No, keep my answers
leave-no-code = You will not get a completion code.
leave-payment = If you think you should be paid for the time you have spent, please write to the researchers.

# Endings
finished-title = Thank you
finished = You have finished, and all your answers are saved.
declined-title = You have not taken part
declined = You chose not to take part. Nothing but this choice was kept.
screened-out-title = This study is not for you
screened-out = Thank you for your interest. Your answers show that you are not in the group this study needs.
failed-check-title = The study ends here
failed-check = Some questions had a known answer, and too many of yours differed from it. Your session ends here.
failed-training-title = The study ends here
failed-training = Too few practice questions were answered as expected, so the study cannot go on.
too-late-title = The time is over
too-late = The time limit has passed, and your place may have gone to someone else. The answers you gave are kept, and the researchers can still accept them.
returned-title = You have given your place back
returned = Your place is free for someone else now. The answers you had given are kept. You can close this page.
withdrawn-title = You have withdrawn
withdrawn = Your answers have been erased. What stays is when you were here, and that you withdrew.
full-title = No places are left
full = Enough people are taking part at the moment. Nothing of you was kept. You can try again later: places that are not used become free.
paused-title = The study is paused
paused = The researchers have paused the study. Please try again later; the answers you already gave are kept.
closed-title = The study is closed
closed = The study has ended and takes no more participants.
already-took-part-title = You have already taken part
already-took-part = Everyone can take part only as often as the study allows, and you have. Thank you.
not-found-title = There is nothing here
not-found = This address leads nowhere. Please check that you opened the whole link you were given.
too-many-requests-title = Too many requests
too-many-requests = The server received more requests from you than it can take. Please wait a moment and reload the page. Nothing is lost.
stale-title = This page is no longer current
stale = You have gone on in another window, or this page is old. Your answers are safe; please continue where you are.
bad-request-title = This could not be read
bad-request = What your browser sent could not be understood. Please go back, reload the page and try again.
fault-title = Something went wrong
fault = This is our fault, not yours. The answers you already sent are saved. Please reload this page in a moment.
fault-reference = If it happens again, tell the researchers this reference:
code = Your completion code
code-hint = Copy it into the page you came from.
another-list = Do another list
way-back = Return to the platform
way-back-hint = This tells the platform how the study ended for you, which is what payment goes by.
return-there = Please return the study on { $platform } as well, or your place stays taken there.
withdraw-there = If you have not finished on { $platform } yet, please return the study there as well.
open-platform = Open { $platform }
debrief-title = What this study was about
ask-about-payment = If you think this is wrong, or have spent time for which you should be paid, please write to the researchers.
