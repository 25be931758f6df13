extension DemoTrack {
  /// The track for the operator of an app.
  static let opsText = """
    caption A payment fails, and a subscription is lost that nobody wanted to cancel. churntop \
    shows who, when, and what helps. This world is invented: 2,000 subscribers of one app at both \
    stores.
    within 3m
    expect not LOADING
    within 2s
    wait 9s
    caption The Overview counts them by state. In grace the payment has failed and the user still \
    has access; in hold the access is gone while the store goes on trying. The line below adds \
    their money up.
    wait 10s
    caption Recovered shows how many failed renewals were paid after all. Only failures older \
    than 60 days are final, and a sign stands where the change is more than noise.
    wait 9s
    caption 5 opens Metrics: churn and recovery of the last 30 days beside the 30 days before. \
    Each figure says what it counts, and Tab goes through groups, prompts and curves.
    wait 1500ms
    key 5
    wait 9s
    caption 2 lists the subscribers; those at the top lose access next. A bar is a timeline: the \
    past up to the line of today, and fainter what is still to come.
    wait 1500ms
    key 2
    wait 9s
    caption A filter narrows the list while you type it: in grace, with less than three days left.
    wait 1500ms
    key /
    pace 70ms
    type state:grace loses<3d
    pace 900ms
    wait 3s
    key Enter
    wait 5s
    caption Enter opens one of them: what the store does, what it has told the user, and what is \
    due. { and } go through the list.
    wait 1500ms
    key Enter
    wait 5s
    key }
    wait 4s
    key Esc Esc
    caption 4 shows the events as the stores tell them. Time runs at half an hour a second now.
    wait 1500ms
    key 4
    pace 60ms
    command clock 30m/s
    pace 900ms
    wait 9s
    pace 60ms
    command clock 1m/s
    pace 900ms
    caption The same figures come as a mail on Monday: churntop report --week --format html. On a \
    wall, :big shows four of them.
    wait 1500ms
    pace 60ms
    command big
    pace 900ms
    wait 7s
    key Esc
    """

  /// The track for support, while a user waits.
  static let supportText = """
    caption A user calls. Names are hidden until somebody needs them; ^g shows them, since these \
    people are invented.
    within 3m
    expect not LOADING
    within 2s
    key 2
    wait 3s
    key ^g
    wait 4s
    caption "I was charged twice!" says Mira. Type a part of the name, a mail address or an order \
    after the slash.
    wait 1500ms
    key /
    pace 120ms
    type castellano
    pace 900ms
    wait 3s
    key Enter
    expect Mira
    wait 4s
    caption One user, two subscriptions: premium was bought beside the old plan instead of in its \
    place, and both renew.
    wait 6s
    key Enter
    expect mira.castellano@example.com
    caption The panel says it in plain words, for the phone or a mail; y copies it. $ shows the \
    payments, and which two are for the same time.
    wait 1500ms
    key $
    wait 8s
    key $
    caption "I have paid, but the app does not let me in," writes Tomás. An identifier or a mail \
    address opens a subscriber from everywhere.
    wait 1500ms
    pace 60ms
    command open tomas.ferreira@example.com
    expect Ferreira
    pace 900ms
    wait 5s
    caption The store was paid, but the app has not acknowledged the purchase: Google Play gives \
    the money back after three days. That is a case for the developers.
    wait 9s
    caption Greta wants to leave a plan of twelve monthly payments. She has canceled, and it \
    stays active until the last one.
    wait 1500ms
    pace 60ms
    command open greta.lindholm@example.com
    expect Lindholm
    pace 900ms
    wait 8s
    caption Noriko moved to the premium plan at the App Store: one subscription, and the rest of \
    the old month was paid back.
    wait 1500ms
    pace 60ms
    command open noriko.hayashi@example.com
    expect noriko.hayashi
    pace 900ms
    wait 8s
    caption Priya's card has expired, and grace ends today. w says why a prompt is due, condition \
    by condition.
    wait 1500ms
    pace 60ms
    command open priya.raman@example.com
    expect Raman
    pace 900ms
    wait 4s
    key w
    wait 7s
    caption-above x lists what can be recorded: a note, a claim, a snooze. Each asks first and \
    shows its effect, and u takes it back.
    wait 1500ms
    key x
    wait 6s
    key Esc
    """

  /// The track for a product manager.
  static let policyText = """
    caption Would another policy keep more of them? 3 shows who is asked to fix the payment now, \
    and for how long that has been due.
    within 3m
    expect not LOADING
    within 2s
    key 3
    wait 9s
    caption w says why: the step of the plan, the cadence, the cap, quiet hours. The policy is a \
    file, and it can differ by store and product.
    wait 1500ms
    key w
    wait 7s
    key w
    caption 6 replays the failures of the last 90 days under another policy. Nothing is written.
    wait 1500ms
    key 6
    wait 8s
    caption j and k choose a setting, h and l change it; a name works as well. With 28 days of \
    grace at the App Store users keep their access longer while the store retries.
    wait 1500ms
    pace 60ms
    command set app-store-grace=28d
    pace 900ms
    wait 8s
    caption Effect: what is recovered in grace, the unpaid days and the prompts under both \
    policies. Payment dates are held fixed, so it promises no more than was seen.
    wait 9s
    caption Below is one user under both policies, and then all whose outcome differs. Enter \
    opens one.
    wait 1500ms
    key Tab
    wait 8s
    caption From the shell it is churntop whatif --app-store-grace 28d --format md, for a \
    decision that needs a document.
    wait 7s
    caption The world is yours now. ? lists the keys, . makes time run faster, Q leaves. churntop \
    import FILE reads your own notifications.
    wait 1500ms
    key 1
    wait 8s
    """
}
