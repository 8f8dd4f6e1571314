"""Small closed classes of English words (and the common ones of other languages) that decide or do not decide what is said."""

from __future__ import annotations

STOP = frozenset(
    """
    a an the this that these those its it their they them there here of in on at to for from by with and or as into onto than then
    so be is are was were been being am has have had do does did will would shall you your we our us i he she his her one ones
    which who whom whose up least about over around approximately roughly nearly also just very such via per each other any more
    most when while if once after before between within both either etc e g i s t
    """.split()
)
NEGATIONS = frozenset(
    """
    not no never none neither nor without cannot lacks lack lacking unsupported unable except excluding minus longer nicht kein
    keine keinen ohne nie ne pas sans jamais sin nunca não sem non senza niet geen zonder 不 没 無 无 非 未 ない なし 但し
    """.split()
)
MODALS = {  # words that change how much is said: of each class, the passage must say as much as the quote did
    **dict.fromkeys(("may", "might", "could"), "may"),
    **dict.fromkeys(("must", "required", "requires", "require", "mandatory"), "must"),
    **dict.fromkeys(("should", "recommended"), "should"),
    **dict.fromkeys(("all", "every", "any"), "all"),
    **dict.fromkeys(("most", "mostly", "many"), "most"),
    **dict.fromkeys(("was", "were", "formerly", "previously"), "past"),
    **dict.fromkeys(("will", "shall"), "future"),
    **dict.fromkeys(("some", "few", "several", "certain"), "some"),
    **dict.fromkeys(("only", "solely", "exclusively"), "only"),
    **dict.fromkeys(("partly", "partial", "partially", "limited"), "partial"),
    **dict.fromkeys(("experimental", "experimentally", "preview", "beta", "alpha", "prototype"), "experimental"),
    **dict.fromkeys(("deprecated", "obsolete", "legacy", "discontinued"), "deprecated"),
    **dict.fromkeys(("planned", "upcoming", "soon", "roadmap"), "planned"),
    **dict.fromkeys(("optional", "optionally"), "optional"),
    **dict.fromkeys(("less", "fewer", "slower", "lower", "worse", "smaller"), "less"),
    **dict.fromkeys(("more", "faster", "higher", "better", "greater", "larger", "bigger"), "more"),
    **dict.fromkeys(("enabled", "activated"), "enabled"),
    **dict.fromkeys(("disabled", "deactivated"), "disabled"),
    **dict.fromkeys(("before", "until"), "before"),
    **dict.fromkeys(("after", "since"), "after"),
    **dict.fromkeys(("always",), "always"),
    **dict.fromkeys(("sometimes", "occasionally", "rarely"), "sometimes"),
}
# Classes whose appearing, or going, turns a statement; of the others only a change into a contrary one does.
TURNING = frozenset({"may", "future"})  # of these, only the appearing turns
DIRECTIONS = frozenset("than to into outperform outperforms beat beats exceed exceeds replace replaces instead before after".split())
PRESENT = frozenset("is are has have can".split())
MONTHS = frozenset(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
MAGNITUDES = frozenset("hundred thousand million billion dozen".split())
DECISIVE = frozenset({"only", "partial", "experimental", "deprecated", "planned", "disabled"})
CONTRARY = (
    ("all", "most"),
    ("most", "some"),
    ("all", "some"),
    ("must", "optional"),
    ("must", "may"),
    ("must", "should"),
    ("less", "more"),
    ("enabled", "disabled"),
    ("before", "after"),
    ("always", "sometimes"),
)
VERBS = frozenset(
    """
    is are was were be been has have had can will does do did may must should could would might need needs support supports
    supported offer offers include includes keep keeps record records provide provides write writes read reads run runs use uses
    ship ships allow allows work works require requires add adds hold holds contain contains cost costs deliver delivers send sends
    take takes give gives make makes come comes get gets let lets save saves store stores handle handles accept accepts cover covers
    serve serves start starts stop stops return returns reach reaches load loads list lists show shows allow connect connects
    encrypt encrypts expose exposes produce produces carry carries bundle bundles install installs enable enables limit limits last
    lasts weigh weighs measure measures achieve achieves outperform outperforms boost boosts remain remains become becomes belong
    belongs speak speaks want wants mean means know knows turn turns open opens close closes end ends begin begins expire expires
    remember remembers survive survives block blocks compress compresses replicate replicates render renders sync syncs track tracks
    scale scales integrate integrates ist sind hat haben enthält bietet kann unterstützt läuft est sont offre contient es son tiene
    ofrece è sono ha offre
    """.split()
)
_SAME = (
    ("need", "requir", "demand"),
    ("includ", "contain", "bundl", "ship", "compris", "featur"),
    ("allow", "let", "permit"),
    ("delet", "remov", "eras"),
    ("fast", "quick", "rapid"),
    ("creat", "generat"),
    ("begin", "start", "commenc"),
    ("end", "finish"),
    ("big", "larg"),
    ("small", "littl"),
    ("show", "display"),
    ("choos", "select", "pick"),
    ("file", "document"),
    ("offer", "provid", "give"),
    ("use", "util", "employ"),
    ("get", "obtain", "receiv"),
    ("help", "assist"),
    ("build", "make"),
    ("run", "execut"),
    ("repair", "fix"),
    ("buy", "purchas"),
    ("about", "regard", "concern"),
    ("inside", "in"),
)
_COUNT = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNT.split(), 1)}
OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in """
    offline/online internal/external open/closed public/private static/dynamic local/remote manual/automatic free/paid first/last
    minimum/maximum min/max client/server upper/lower read/write input/output include/exclude allow/deny start/stop enable/disable
    add/remove increase/decrease left/right up/down hot/cold encrypt/decrypt upload/download import/export push/pull
    serial/parallel single/multiple default/optional mandatory/optional stable/unstable inside/outside above/below
    accept/reject hosted/self-hosted commercial/noncommercial
    """.split()
)
SYNONYMS = {word: group[0] for group in _SAME for word in group}  # by stem
