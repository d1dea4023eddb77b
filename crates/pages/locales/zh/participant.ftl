# 程序本身对参与者说的一切。每种语言一个文件，键相同。

# 每一页的周围
skip-to-content = 跳到正文
instructions-show = 说明
progress = 第 { $done } 项，共 { $total } 项
progress-label = 进度
part = 第 { $number } 部分，共 { $total } 部分
list-of = 第 { $number } 组，共 { $total } 组
time-left = 剩余时间
minutes = { $minutes } 分钟
time-soon = 还剩 { $minutes } 分钟。您的回答会随时保存。
time-up = 时间到了。您已作答的内容已保存。
more-time = 我还需要 { $minutes } 分钟
contact = 对本研究有疑问？
script-off = JavaScript 已关闭，因此只有在您按下方按钮时才会保存您的回答。

# 按钮
continue = 继续
back = 返回
submit = 完成
try-again = 再试一次

# 信息、同意、筛选、说明
information-title = 关于本研究
consent-title = 您的同意
consent-agree = 我同意参加
consent-decline = 我不同意
consent-decline-note = 如果您拒绝，研究到此结束。
screening-title = 开始之前
screening-note = 这些问题用于确认您是否符合参加本研究的条件。
instructions-title = 说明
no-information = 研究人员没有在此提供信息。
about-payment = 报酬：{ $amount }。预计时间：约 { $minutes } 分钟。
about-minutes = 预计时间：约 { $minutes } 分钟。
preview-title = 这是预览
preview-note = 您可以在这里查看本研究。要参加，请先在平台上接受。
sample-title = 其中一个问题
resume-note = 您已在本设备上开始了这项研究。
resume = 从上次停下的地方继续

# 到达
arrival-title = 欢迎
arrival-id = 您的参与者编号
arrival-id-hint = 招募平台或研究者给您的编号。它与您的回答分开保存。
arrival-id-missing = 请输入您的参与者编号。
arrival-id-wrong = 请按照给您的样子输入编号：只含字母、数字、“-”、“_”和“.”。

# 练习
training-title = 练习
training-note = 前面这些问题用于练习。每答完一题，您会看到自己的回答是否符合预期。
training-right = 正确。
training-wrong = 这不是预期的答案。
training-thanks = 谢谢。
training-again-title = 再次练习
training-again = 在 { $total } 个练习问题中，您有 { $right } 个回答符合预期；需要 { $needed } 个。请重新阅读说明并再做一次练习。

# 问题
output = 文本 { $letter }
context = 背景
output-one = 待评价的文本
picture = 图片 { $letter }
sound = 录音 { $letter }
film = 视频 { $letter }
optional = 选填
cannot-judge = 我无法判断
can-judge = 我还是可以判断
confidence = 您有多确定？
follow-up = 还有一个问题：
remark-both = 留言或报告问题
remark-comment = 对本页留言
remark-problem = 报告本页的问题
remark-wrong = 这一项有问题
remark-words = 您的留言
remark-what = 哪里有问题？
equal = 差不多
best = 最好
worst = 最差
none-of-these = 以上都不是
nothing-to-mark = 没有需要标记的内容
keys-hint = 数字键选择答案，回车键继续。
advance = 即将继续……轻触、点击或按任意键可留在此页。
slider-hint = 请点击或轻触这条线，或使用方向键来作答。
slider-number = { $minimum } 到 { $maximum } 之间的数
ranking-hint = 请给每段文本一个名次：1 为第一。
ranking-ties-hint = 两段文本可以并列。
ranking-drag = 请将文本排序，第一名放在最上面：拖动文本或使用箭头。
ranking-place = 第 { $place } 名
ranking-place-of = { $text }的名次
ranking-up = 上移
ranking-down = 下移
ranking-keep = 当前顺序正确
best-worst-hint = 请选一段文本为“{ $best }”，另一段为“{ $worst }”。
choice-hint = 请选择所有符合的选项。
play-through = 请先将每段录音或视频播放到最后。
break-title = 休息一下？
break-lead = 您已完成 { $done } 页，共 { $total } 页，还剩 { $left } 页。需要的话请休息一下，准备好后再继续。
break-time = 休息时间不计入工作时间。
wait = 请在此页上再多花一点时间。{ $seconds } 秒后可以继续。
wait-over = 现在可以继续了。
window-width = 本研究需要宽度至少为 { $width } 像素的窗口，例如笔记本电脑的窗口。如果您的窗口较小，请在更大的屏幕上打开链接。
window-narrow = 此窗口的宽度只有 { $width } 像素。请放大窗口，或在更大的屏幕上打开同一链接：您可以在那里开始。
spans-hint = 请选中文本中的词语，然后选择类别。点按标记可以修改。
spans-touch = 用手指：先点第一个词，再点最后一个词。
spans-keys = 用键盘：方向键逐词移动，Shift 选择更多，数字键选择类别。
spans-fallback = 对每个要标记的部分，请选择它的第一个词和最后一个词。
spans-text = 待标记的文本
spans-mark-as = 标记为
spans-missing = 有内容缺失
spans-first = 第一个词
spans-last = 最后一个词
spans-category = 类别
spans-severity = 严重程度
spans-row = 第 { $number } 部分
spans-remove = 移除
spans-undo = 撤销
spans-marked = 已标记的部分
count-up-to = 整数，最大为 { $maximum }
count-between = { $minimum } 到 { $maximum } 之间的整数
text-up-to = 最多 { $maximum } 个字符
text-between = { $minimum } 到 { $maximum } 个字符
text-left = 还可输入 { $left } 个字符

# 结束前
review-title = 检查您的回答
review-lead = 以下是您的回答。在完成之前，您仍可以修改。
review-change = 修改
review-page = 第 { $number } 页
closing-title = 即将完成
closing-comment = 您有什么想告诉研究者的吗？

# 保存
answered-before = 您已经回答过这一页。您可以修改回答，也可以继续。
saved = 所有回答已保存
saving = 正在保存……
offline = 没有网络连接。您的回答保存在本设备上，连接恢复后会自动发送。
offline-submit = 没有网络连接。您的回答保存在本设备上。连接恢复后请再按一次按钮。

# 缺少或有误的内容
errors-title = 请检查您的回答
errors-question = 问题 { $number }
reason-missing = 请回答这个问题。
reason-follow-up = 根据您上面的回答，还需要回答这个问题。
reason-missing-rank = 请为每个文本给出名次。
reason-missing-severity = 请为每个标记的部分选择严重程度。
reason-missing-best-worst = 请在每一列中各选一段文本。
reason-twice = 请只选择一个答案。
reason-not-one-of = 请选择其中一个选项。
reason-not-a-number = “{ $given }”不是数字。
reason-not-whole = “{ $given }”不是整数。
reason-out-of-range = 请给出 { $minimum } 到 { $maximum } 之间的数。
reason-off-step = 请以 { $step } 为间隔给出一个数。
reason-shared-place = 有两段文本都是第 { $place } 名。请给每段不同的名次。
reason-best-is-worst = 同一段文本不能在两列中都选。
reason-none-and-some = 请选择“没有”或某些内容，不能同时选择。
reason-too-long = 您的回答有 { $length } 个字符；上限为 { $maximum } 个。
reason-too-short = 您的回答有 { $length } 个字符；请至少写 { $minimum } 个。
reason-not-a-day = 请输入有效日期，格式为年-月-日：2026-11-17。
reason-too-early = 请输入 { $earliest } 或之后的日期。
reason-too-late = 请输入 { $latest } 或之前的日期。
reason-empty-span = 所标记部分的最后一个词在第一个词之前。
reason-outside-text = 标记的部分超出了文本。
reason-overlap = 两个标记的部分重叠了。请每个词只标记一次。

# 离开
leave = 离开研究
leave-lead = 您可以随时停止，无需说明理由。
leave-pause = 如果您只是需要休息，请关闭此页面，稍后再打开。您可以从停下的地方继续。
leave-clock = 在此期间计时仍在继续。
leave-stay = 继续研究
return-choice = 放弃我的名额
return-place = 您的名额将给其他人，之后您无法继续。
return-answers = 您到目前为止的回答会保留，并标记为不完整。
return-title = 放弃您的名额？
return-yes = 是，放弃我的名额
withdraw-choice = 撤回我的回答
withdraw-answers = 您在本研究中的所有回答（包括意见）都将被删除。此操作无法撤销。
withdraw-code = 您的完成码将不再显示。如果您还需要它，请先返回并使用它。
withdraw-title = 要撤回您的回答吗？
withdraw-yes = 是，删除我的回答
withdraw-no = 否，保留我的回答
leave-no-code = 您不会得到完成码。
leave-payment = 如果您认为所花的时间应获得报酬，请联系研究人员。

# 结局
finished-title = 谢谢
finished = 您已完成。
declined-title = 您已拒绝参加
declined = 您选择不参加。
screened-out-title = 您不符合本研究的条件
screened-out = 感谢您的关注。您的回答表明，您不属于本研究所需的人群。
failed-check-title = 研究到此结束
failed-check = 有些问题有已知的答案，您的回答中有太多与之不同。对您而言，研究到此结束。
failed-check-done-title = 感谢您付出的时间
failed-check-done = 您已回答全部问题。其中有些问题有已知的答案，而您的回答有太多与之不同，因此您的回答不会被计入。
failed-training-title = 研究到此结束
failed-training = 您按预期回答的练习题太少，因此对您而言研究到此结束。
too-late-title = 时间已到
too-late = 时限已过，您的名额可能已给了其他人。研究人员仍可接受您的回答。
returned-title = 您已放弃名额
returned = 现在其他人可以使用您的名额。您可以关闭此页面。
withdrawn-title = 您已退出
withdrawn = 您的回答已撤回。
full-title = 没有剩余名额
full = 目前所有名额都已占用。您可以稍后再试：未使用的名额会重新空出。
paused-title = 研究已暂停
paused = 研究人员已暂停研究。请稍后再试。
closed-title = 研究已关闭
closed = 本研究已结束，不再接受新的参与者。
already-took-part-title = 您已经参加过
already-took-part = 您参加的次数已达到本研究允许的上限。谢谢。
already-begun-title = 此 ID 已被使用
already-begun = 已有人用此 ID 开始了本研究。如果那是您，请在开始时使用的浏览器中继续，或从平台重新打开本研究。如果都不行，请联系研究人员。
unverified-link-title = 无法确认此链接
unverified-link = 我们无法确认您是由平台转来的：链接可能已过期或不完整。请从平台重新打开本研究。
cannot-verify-title = 请过几分钟再试
cannot-verify = 我们目前无法核对您的链接。这不是您的问题。请过几分钟重新加载此页面。
not-found-title = 找不到页面
not-found = 此地址没有页面。请检查您打开的是否是收到的完整链接。
too-many-requests-title = 请求过多
too-many-requests = 我们收到了来自您的连接的过多请求。请稍等片刻并重新加载页面。
stale-title = 此页面已过期
stale = 您已在另一个窗口中继续，或者此页面是旧的。请从当前页面继续。
bad-request-title = 无法读取您的请求
bad-request = 我们无法读取您的浏览器发送的内容。请返回，重新加载页面，然后再试一次。
fault-title = 出了点问题
fault = 这是我们的问题，不是您的。请稍后重新加载此页面。
fault-reference = 如果再次发生，请将此编号告诉研究者：
code = 您的完成码
code-hint = 请将它复制到您来时的页面。
another-list = 再回答一组问题
way-back = 返回 { $platform }
submit-there = 在 { $platform } 上完成
way-back-hint = { $platform } 需要它来处理您的报酬。
way-back-notice = 这样 { $platform } 就会知道研究对您来说是如何结束的。
return-there = 请在 { $platform } 上也退回，否则您在那里的名额仍被占用。
withdraw-there = 如果您在 { $platform } 上还没有完成，请在那里也退回。
open-platform = 打开 { $platform }
debrief-title = 本研究的内容
ask-about-payment = 如果您对此有疑问，或者认为您的时间应获得报酬，请联系研究人员。
payment-promised = 为此支付的报酬：{ $amount }。
payment-undecided = { $amount } 的报酬是为完成研究支付的。您所花时间能得到多少由研究人员决定。如果您对此有疑问，或者认为应获得报酬，请联系他们。
payment-checks = 您是否获得 { $amount } 的报酬由研究者决定。如有疑问，或者您认为应当获得报酬，请与他们联系。

# What is kept, said on every ending
kept-answers = 您的回答已保存，同时保存您访问的时间；如果您使用了参与者 ID，也会一并保存。
kept-attempt = 我们保留您曾尝试参加的记录、您到目前为止告诉我们的内容和时间；如果您使用了参与者 ID，也会一并保留，以便您再来时识别您。
kept-refusal = 关于此次访问，我们只保留其时间和您拒绝参加的记录。不保留您的参与者 ID。
kept-withdrawal = 我们只保留您访问的时间以及您已退出的记录。您的回答和参与者 ID 会被删除。
kept-nothing = 不保留关于您此次访问的任何内容。
kept-as-before = 您之前发送的内容没有任何变化。
