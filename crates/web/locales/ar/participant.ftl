# كل ما يقوله البرنامج نفسه للمشاركين. ملف واحد لكل لغة، والمفاتيح نفسها في كل منها.

# حول كل صفحة
skip-to-content = انتقل إلى المحتوى
instructions-show = التعليمات
progress = { $done } من { $total }
progress-label = مدى تقدمك
time-left = الوقت المتبقي
minutes = { $minutes } د
contact = هل لديك أسئلة عن هذه الدراسة؟
script-off = الحفظ أثناء الإجابة يحتاج إلى JavaScript. من دونه تُحفظ إجاباتك كلما ضغطت الزر أدناه.

# الأزرار
continue = متابعة
back = رجوع
submit = إرسال الإجابات
try-again = حاول مرة أخرى

# المعلومات والموافقة والأسئلة التمهيدية والتعليمات
information-title = عن هذه الدراسة
consent-title = موافقتك
consent-agree = أوافق على المشاركة
consent-decline = لا أوافق
consent-decline-note = إن لم توافق تنتهي الدراسة هنا، ولا يُحفظ شيء سوى أنك رفضت.
screening-title = قبل أن تبدأ
screening-note = هذه الأسئلة تبيّن لنا إن كانت الدراسة مناسبة لك.
instructions-title = التعليمات
no-information = لم يكتب الباحثون شيئًا هنا.
about-payment = المقابل: { $amount }. الوقت المتوقع: نحو { $minutes } دقيقة.
about-minutes = الوقت المتوقع: نحو { $minutes } دقيقة.
preview-title = هذه معاينة
preview-note = يمكنك الاطلاع على الدراسة هنا. للمشاركة اقبلها أولًا على المنصة.

# الوصول
arrival-title = مرحبًا بك
arrival-id = معرّف المشاركة الخاص بك
arrival-id-hint = المعرّف الذي أعطتك إياه المنصة أو الباحثون. يُحفظ منفصلًا عن إجاباتك.

# التدريب
training-title = تدريب
training-note = هذه الأسئلة الأولى للتدريب. سنخبرك بالإجابة الصحيحة.
training-right = هذا صحيح.
training-wrong = هذه ليست الإجابة المتوقعة.
training-thanks = شكرًا لك.
training-again-title = مرة أخرى
training-again = أجبت كما هو متوقع عن { $right } من { $total } من أسئلة التدريب؛ والمطلوب { $needed }. اقرأ التعليمات من جديد ثم أعد التدريب.

# الأسئلة
output = النص { $letter }
output-one = النص المطلوب تقييمه
picture = الصورة { $letter }
sound = التسجيل { $letter }
film = الفيديو { $letter }
optional = اختياري
equal = متساويان تقريبًا
best = الأفضل
worst = الأسوأ
none-of-these = لا شيء مما سبق
nothing-to-mark = لا يوجد ما يجب تعليمه
keys-hint = يمكنك أيضًا الضغط على المفاتيح من { $first } إلى { $last }.
slider-hint = انقر الخط أو المسه، أو استخدم مفاتيح الأسهم. لا تُحتسب إجابة قبل ذلك.
slider-number = عدد من { $minimum } إلى { $maximum }
ranking-hint = أعطِ كل نص ترتيبًا: 1 هو الأول.
ranking-ties-hint = يمكن أن يشترك نصان في ترتيب واحد.
ranking-drag = يمكنك أيضًا سحب النصوص لترتيبها.
ranking-place = الترتيب { $place }
best-worst-hint = اختر نصًا هو الأفضل وآخر هو الأسوأ.
choice-hint = اختر كل ما ينطبق.
spans-hint = حدّد جزءًا من النص ثم قل ما هو.
spans-keys = بلوحة المفاتيح: تنقّل بين الكلمات بمفاتيح الأسهم، واستمر في الضغط على Shift للتحديد، ثم اضغط Enter.
spans-fallback = اختر لكل جزء كلمته الأولى وكلمته الأخيرة.
spans-text = النص المطلوب تعليمه
spans-mark-as = علّم بوصفه
spans-first = الكلمة الأولى
spans-last = الكلمة الأخيرة
spans-category = النوع
spans-severity = الخطورة
spans-row = الجزء { $number }
spans-remove = إزالة
spans-marked = الأجزاء المعلّمة
count-up-to = عدد صحيح لا يتجاوز { $maximum }
text-up-to = بحد أقصى { $maximum } حرفًا
text-left = الأحرف المتبقية: { $left }

# الختام
closing-title = أوشكت على الانتهاء
closing-comment = هل تود أن تخبر الباحثين بشيء؟

# الحفظ
saved = حُفظت جميع الإجابات
saving = جارٍ الحفظ…
offline = لا يوجد اتصال. إجاباتك محفوظة على هذا الجهاز وستُرسل عند عودة الاتصال.
offline-submit = لا يوجد اتصال. إجاباتك محفوظة على هذا الجهاز. اضغط الزر مرة أخرى عند عودة الاتصال.

# ما ينقص أو لا يصح
errors-title = يرجى مراجعة إجاباتك
errors-question = السؤال { $number }
reason-missing = يرجى الإجابة عن هذا السؤال.
reason-twice = يرجى إعطاء إجابة واحدة فقط.
reason-not-one-of = يرجى اختيار إحدى الإجابات المعروضة.
reason-not-a-number = «{ $given }» ليس عددًا.
reason-not-whole = «{ $given }» ليس عددًا صحيحًا.
reason-out-of-range = يرجى إعطاء عدد من { $minimum } إلى { $maximum }.
reason-off-step = يرجى إعطاء عدد بخطوات قدرها { $step }.
reason-shared-place = لنصين الترتيب { $place }. يرجى إعطاء كل نص ترتيبًا خاصًا به.
reason-best-is-worst = لا يمكن أن يكون النص نفسه الأفضل والأسوأ.
reason-none-and-some = يرجى اختيار «لا شيء» أو اختيار شيء، وليس كليهما.
reason-too-long = في إجابتك { $length } حرفًا؛ والحد الأقصى { $maximum }.
reason-empty-stretch = الجزء المعلّم فارغ: كلمته الأخيرة قبل الأولى.
reason-outside-text = الجزء المعلّم يتجاوز النص.
reason-overlap = جزآن معلّمان يتداخلان. يرجى تعليم كل كلمة مرة واحدة.

# النهايات
finished-title = شكرًا لك
finished = لقد انتهيت، وحُفظت جميع إجاباتك.
declined-title = لم تشارك
declined = اخترت عدم المشاركة. لم يُحفظ شيء سوى هذا الاختيار.
screened-out-title = هذه الدراسة ليست مناسبة لك
screened-out = شكرًا لاهتمامك. تبيّن إجاباتك أنك لست ضمن الفئة التي تحتاجها هذه الدراسة.
failed-check-title = تنتهي الدراسة هنا
failed-check = كانت لبعض الأسئلة إجابة معروفة، واختلف عنها كثير من إجاباتك. تنتهي جلستك هنا.
failed-training-title = تنتهي الدراسة هنا
failed-training = عدد قليل جدًا من أسئلة التدريب أُجيب عنه كما هو متوقع، ولذلك لا يمكن أن تستمر الدراسة.
too-late-title = انتهى الوقت
too-late = مضى الوقت المحدد، وربما أُعطي مكانك لشخص آخر. إجاباتك محفوظة، ولا يزال بإمكان الباحثين قبولها.
returned-title = لقد أعدت مكانك
returned = أُعيد مكانك. يمكنك إغلاق هذه الصفحة.
withdrawn-title = لقد انسحبت
withdrawn = مُحيت إجاباتك. لا يُحفظ سوى أنك انسحبت.
full-title = لم تبقَ أماكن
full = يشارك الآن عدد كافٍ من الناس. لم يُحفظ عنك شيء. يمكنك المحاولة لاحقًا: الأماكن التي لا تُستخدم تصبح متاحة.
paused-title = الدراسة متوقفة مؤقتًا
paused = أوقف الباحثون الدراسة مؤقتًا. يرجى المحاولة لاحقًا؛ الإجابات التي قدمتها محفوظة.
closed-title = الدراسة مغلقة
closed = انتهت الدراسة ولا تقبل مشاركين آخرين.
already-took-part-title = لقد شاركت من قبل
already-took-part = يمكن لكل شخص المشاركة بقدر ما تسمح به الدراسة، وقد فعلت ذلك. شكرًا لك.
not-found-title = لا يوجد شيء هنا
not-found = هذا العنوان لا يؤدي إلى أي مكان. يرجى التأكد من فتح الرابط كاملًا كما أُعطي لك.
too-many-requests-title = طلبات كثيرة جدًا
too-many-requests = تلقى الخادم منك طلبات أكثر مما يستطيع قبوله. انتظر لحظة ثم أعد تحميل الصفحة. لن يضيع شيء.
stale-title = لم تعد هذه الصفحة حالية
stale = تابعت في نافذة أخرى، أو أن هذه الصفحة قديمة. إجاباتك في أمان؛ يرجى المتابعة من حيث أنت.
bad-request-title = تعذرت قراءة هذا
bad-request = تعذر فهم ما أرسله متصفحك. يرجى الرجوع وإعادة تحميل الصفحة والمحاولة مرة أخرى.
fault-title = حدث خطأ ما
fault = هذا خطؤنا نحن وليس خطأك. الإجابات التي أرسلتها محفوظة. يرجى إعادة تحميل هذه الصفحة بعد لحظة.
fault-reference = إذا تكرر ذلك، أخبر الباحثين بهذا الرقم المرجعي:
code = رمز الإتمام الخاص بك
code-hint = انسخه إلى الصفحة التي جئت منها.
another-list = إنجاز قائمة أخرى
way-back = العودة إلى المنصة
way-back-hint = هكذا تعرف المنصة كيف انتهت الدراسة بالنسبة إليك، وعلى ذلك يتوقف المقابل.
debrief-title = عمّ كانت هذه الدراسة
ask-about-payment = إذا كنت ترى أن هذا خطأ، أو أنفقت وقتًا ينبغي أن يُدفع لك عنه، فاكتب إلى الباحثين.
