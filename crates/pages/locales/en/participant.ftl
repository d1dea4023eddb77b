# Everything the program itself says to a participant. One file per language, the same keys in each.

# Around every page
skip-to-content = Skip to the content
instructions-show = Instructions
progress = { $done } of { $total }
progress-label = Progress
# Which part of the study: "Part 1 of 2".
part = Part { $number } of { $total }
list-of = List { $number } of { $total }
time-left = Time left
minutes = { $minutes } min
time-soon = { $minutes } min left. Your answers are saved as you give them.
time-up = Your time is up. What you have answered is saved.
more-time = I need { $minutes } more minutes
contact = Questions about this study?
script-off = JavaScript is turned off, so your answers are saved only when you press the button below.

# Buttons
continue = Continue
back = Back
submit = Finish
try-again = Try again

# Information, consent, screening, instructions
information-title = About this study
consent-title = Your consent
consent-agree = I agree to take part
consent-decline = I do not agree
consent-decline-note = If you decline, the study ends here.
screening-title = Before you begin
screening-note = These questions check whether you are eligible for this study.
instructions-title = Instructions
no-information = The researchers have not added any information here.
about-payment = Payment: { $amount }. Expected time: about { $minutes } min.
about-minutes = Expected time: about { $minutes } min.
preview-title = This is a preview
preview-note = You can look at the study here. To take part, accept it on the platform first.
sample-title = One of the questions
resume-note = You have begun this study on this device.
resume = Continue where you stopped

# Arrival
arrival-title = Welcome
arrival-id = Your participant ID
arrival-id-hint = The ID that the recruiting platform or the researchers gave you. It is kept apart from your answers.
arrival-id-missing = Please type your participant ID.
arrival-id-wrong = Please type the ID as it was given to you: letters, digits, “-”, “_” and “.” only.

# Training
training-title = Practice
training-note = These first questions are for practice. After each one you will see whether your answer is the expected one.
training-right = Correct.
training-wrong = That is not the expected answer.
training-thanks = Thank you.
training-again-title = Practice again
training-again = You answered { $right } of { $total } practice questions as expected; you need { $needed }. Please read the instructions again and repeat the practice.

# Questions
output = Text { $letter }
context = Context
output-one = Text to judge
picture = Picture { $letter }
sound = Recording { $letter }
film = Video { $letter }
optional = optional
# Opens the reasons that the study offers; then the way back, without a script.
cannot-judge = I can’t judge this
can-judge = I can judge it after all
confidence = How sure are you?
# Said to a screen reader before a question that an answer leads to.
follow-up = One more question:
# Beside the questions, where the study gives room: what opens it, the box to tick, what the words are called.
remark-both = Comment or report a problem
remark-comment = Comment on this page
remark-problem = Report a problem with this page
remark-wrong = Something is wrong with this item
remark-words = Your comment
remark-what = What is wrong?
equal = About equal
best = Best
worst = Worst
none-of-these = None of these
nothing-to-mark = Nothing to mark
keys-hint = Number keys choose an answer, Enter continues.
advance = Continuing… Tap, click or press a key to stay.
slider-hint = Click or tap the line, or use the arrow keys, to give your answer.
slider-number = A number from { $minimum } to { $maximum }
ranking-hint = Give each text a rank: 1 is first.
ranking-ties-hint = Two texts may share a rank.
ranking-drag = Put the texts in order, the first on top: drag them, or use the arrows.
ranking-place = Rank { $place }
ranking-place-of = Rank of { $text }
ranking-up = Move up
ranking-down = Move down
ranking-keep = The order is right as it is
best-worst-hint = Choose one text for “{ $best }” and another for “{ $worst }”.
choice-hint = Choose all that apply.
play-through = Please play each recording to the end first.
# A page between two pages of the list; how long one must wait; how wide the window must be.
break-title = Time for a break?
break-lead = You have done { $done } of { $total } pages; { $left } are left. Take a break if you like, and continue when you are ready.
break-time = The break is not counted as working time.
wait = Please take a little more time for this page. You can continue in { $seconds } s.
wait-over = You can continue now.
window-width = This study needs a window at least { $width } pixels wide, as on a laptop. If yours is smaller, please open the link on a larger screen.
window-narrow = This window is only { $width } pixels wide. Please make it larger, or open the same link on a larger screen: you can begin there.
spans-hint = Select words in the text, then choose a category. Press a mark to change it.
spans-touch = With a finger: tap the first word, then the last.
spans-keys = Keyboard: arrows step through words, Shift selects more, numbers choose.
spans-fallback = For each part you want to mark, choose its first and last word.
spans-text = Text to mark
spans-mark-as = Mark as
spans-missing = Something is missing
spans-first = First word
spans-last = Last word
spans-category = Category
spans-severity = Severity
spans-row = Part { $number }
spans-remove = Remove
spans-undo = Undo
spans-marked = Marked parts
count-up-to = A whole number, at most { $maximum }
count-between = A whole number from { $minimum } to { $maximum }
text-up-to = At most { $maximum } characters
text-between = From { $minimum } to { $maximum } characters
text-left = { $left } characters left

# Closing
review-title = Check your answers
review-lead = These are your answers. You can still change them before you finish.
review-change = Change
review-page = Page { $number }
closing-title = Almost done
closing-comment = Is there anything you would like to tell the researchers?

# Saving
answered-before = You have already answered this page. You can change your answer or continue.
saved = All answers saved
saving = Saving…
offline = No connection. Your answers are kept on this device and will be sent when the connection is back.
offline-submit = No connection. Your answers are kept on this device. Press the button again when the connection is back.

# What is missing or wrong
errors-title = Please check your answers
errors-question = Question { $number }
reason-missing = Please answer this question.
reason-follow-up = Your answer above leads to this question. Please answer it, too.
reason-missing-rank = Please give each text a rank.
reason-missing-severity = Please choose a severity for each marked part.
reason-missing-best-worst = Please choose one text in each column.
reason-twice = Please choose only one answer.
reason-not-one-of = Please choose one of the options.
reason-not-a-number = “{ $given }” is not a number.
reason-not-whole = “{ $given }” is not a whole number.
reason-out-of-range = Please enter a number from { $minimum } to { $maximum }.
reason-off-step = Please enter a number in steps of { $step }.
reason-shared-place = Two texts have rank { $place }. Please give each text its own rank.
reason-best-is-worst = The same text cannot be chosen in both columns.
reason-none-and-some = Please choose either “none” or other options, not both.
reason-too-long = Your answer has { $length } characters; the limit is { $maximum }.
reason-too-short = Your answer has { $length } characters; please write at least { $minimum }.
reason-not-a-day = Please enter a date that exists, as year-month-day: 2026-11-17.
reason-too-early = Please enter a date from { $earliest } on.
reason-too-late = Please enter a date up to { $latest }.
reason-empty-span = The last word of the marked part comes before its first word.
reason-outside-text = The marked part extends beyond the text.
reason-overlap = Two marked parts overlap. Please mark each word once.

# Leaving
leave = Leave the study
leave-lead = You can stop at any time without giving a reason.
leave-pause = If you only need a break, close this page and open it again later. You can continue where you stopped.
leave-clock = The time limit keeps running while you are away.
leave-stay = Continue with the study
return-choice = Give up my place
return-place = Your place goes to someone else, and you will not be able to continue.
return-answers = Your answers so far are kept and marked as incomplete.
return-title = Give up your place?
return-yes = Yes, give up my place
withdraw-choice = Withdraw my answers
withdraw-answers = All your answers in this study, including comments, will be deleted. This cannot be undone.
withdraw-code = Your completion code will not be shown again. If you still need it, go back and use it first.
withdraw-title = Withdraw your answers?
withdraw-yes = Yes, delete my answers
withdraw-no = No, keep my answers
leave-no-code = You will not get a completion code.
leave-payment = If you think you should be paid for the time you have spent, please contact the researchers.

# Endings
finished-title = Thank you
finished = You have finished.
declined-title = You declined to take part
declined = You chose not to take part.
screened-out-title = You’re not eligible for this study
screened-out = Thank you for your interest. Your answers show that you are not in the group this study is looking for.
failed-check-title = The study ends here
failed-check = Some questions had a known answer, and you answered too many of them differently. The study ends here for you.
failed-check-done-title = Thank you for your time
failed-check-done = You have answered everything. Some questions had a known answer, and you answered too many of them differently, so your answers will not be counted.
failed-training-title = The study ends here
failed-training = You answered too few practice questions as expected, so the study ends here for you.
too-late-title = Time is up
too-late = The time limit has passed, and your place may have been given to someone else. The researchers can still accept your answers.
returned-title = You have given up your place
returned = Someone else can take your place now. You can close this page.
withdrawn-title = You have withdrawn
withdrawn = Your answers are withdrawn.
full-title = No places left
full = All places are taken at the moment. You can try again later: unused places become free again.
paused-title = The study is paused
paused = The researchers have paused the study. Please try again later.
closed-title = The study is closed
closed = This study has ended and is not accepting new participants.
already-took-part-title = You have already taken part
already-took-part = You have already taken part as often as this study allows. Thank you.
already-begun-title = This ID has already been used
already-begun = Someone has already begun this study with this ID. If it was you, go on in the browser you began in, or open the study from the platform again. If neither works, please contact the researchers.
unverified-link-title = This link could not be confirmed
unverified-link = We could not confirm that the platform sent you here: the link may be old or incomplete. Please open the study again from the platform.
cannot-verify-title = Please try again in a few minutes
cannot-verify = We cannot check your link at the moment. This is not your fault. Please reload this page in a few minutes.
not-found-title = Page not found
not-found = There is no page at this address. Please check that you opened the complete link you were given.
too-many-requests-title = Too many requests
too-many-requests = We received too many requests from your connection. Please wait a moment and reload the page.
stale-title = This page is out of date
stale = You have continued in another window, or this page is old. Please continue from the current page.
bad-request-title = Your request could not be read
bad-request = We could not read what your browser sent. Please go back, reload the page and try again.
fault-title = Something went wrong
fault = This is our fault, not yours. Please reload this page in a moment.
fault-reference = If it happens again, tell the researchers this reference:
code = Your completion code
code-hint = Copy it into the page you came from.
another-list = Answer another set of questions
way-back = Return to { $platform }
submit-there = Finish on { $platform }
way-back-hint = { $platform } needs this to process your payment.
way-back-notice = This tells { $platform } how the study ended for you.
return-there = Please also return the study on { $platform }; otherwise your place stays taken there.
withdraw-there = If you have not finished on { $platform } yet, please also return the study there.
open-platform = Open { $platform }
debrief-title = What this study was about
ask-about-payment = If you have a question about this, or think that you should be paid for your time, please contact the researchers.
payment-promised = Payment for this: { $amount }.
payment-undecided = The payment of { $amount } is for finishing. What you get for the time you have spent is for the researchers to decide. If you have a question about this, or think that you should be paid, please contact them.
payment-checks = Whether you get the payment of { $amount } is for the researchers to decide. If you have a question about this, or think that you should be paid, please contact them.

# What is kept, said on every ending
kept-answers = Your answers are saved, with the times of your visit and your participant ID if you came with one.
kept-attempt = We keep a record that you tried to take part and what you have told us so far, with the times and your participant ID if you came with one, so that we recognise you when you come again.
kept-refusal = Of this visit we keep only its times and that you declined. Your participant ID is not kept.
kept-withdrawal = We keep only the times of your visit and a record that you withdrew. Your answers and your participant ID are deleted.
kept-nothing = Nothing about your visit is kept.
kept-as-before = Nothing has changed in what you sent before.
