"""Words that turn what a sentence says: negations, and pairs that mean the contrary.

English: a turned sentence in another language is told by nothing here.
"""

# Contractions are read without their apostrophe: "don't" is "dont".
_NEGATIONS = """
not no never none nobody nothing neither nor cannot hardly scarcely rarely seldom
cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt hasnt havent
hadnt aint fail fails failed lack lacks lacked unable unlikely
"""
NEGATIONS = frozenset(_NEGATIONS.split())
# "Not only" and "no doubt" deny nothing; "no longer" tells of a change and not of its absence.
MERELY = frozenset((("not", "only"), ("not", "just"), ("no", "doubt"), ("no", "longer")))

# What is said, and by what the contrary is said.
_CONTRARY = """
increase increases increased increasing rise rises rose raise raises raised grow grows grew gain
gains gained enhance enhances enhanced elevate elevated expand expands | decrease decreases
decreased decreasing fall falls fell lower lowers lowered shrink shrinks reduce reduces reduced
reducing decline declines declined lose loses lost diminish diminished;
more | less fewer;
most | least fewest;
higher high highest | lower low lowest;
larger large largest bigger big | smaller small smallest;
faster fast fastest quicker quick quickly | slower slow slowest slowly;
better best | worse worst;
earlier early | later late;
before | after;
always | never rarely seldom;
everyone everybody | nobody;
same identical | different;
cheap cheaper cheapest | expensive dearer costly;
easy easier | hard harder difficult;
strong stronger | weak weaker;
long longer | short shorter;
positive positively | negative negatively;
promote promotes promoted activate activates activated stimulate stimulates induce induces induced
enable enables enabled facilitate facilitates | inhibit inhibits inhibited suppress suppresses
suppressed block blocks blocked prevent prevents prevented impair impairs impaired;
support supports supported favour favours favoured favor favors favored endorse endorses welcome
welcomes accept accepts accepted approve approves embrace embraces praise praises | oppose opposes
opposed reject rejects rejected against condemn condemns refuse refuses refused forbid forbids
dismiss dismisses denounce denounces;
love loves loved adore adores adored enjoy enjoys enjoyed cherish cherishes | hate hates hated
loathe loathes loathed despise despises despised dislike dislikes disliked detest detests;
trust trusts trusted | distrust distrusts distrusted doubt doubts doubted;
agree agrees agreed | disagree disagrees disagreed;
right correct true | wrong incorrect false mistaken;
succeed succeeds succeeded success | fail fails failed failure;
start starts started begin begins began open opens opened | stop stops stopped end ends ended
close closes closed;
keep keeps kept | abandon abandons abandoned drop drops dropped;
buy buys bought | sell sells sold;
include includes included | exclude excludes excluded omit omits omitted;
safe safer | dangerous unsafe;
possible | impossible;
necessary needed essential | unnecessary needless;
useful | useless;
likely | unlikely;
all every | none;
both | neither;
first | last;
above | below;
up | down;
"""


def _contrary() -> dict[str, frozenset[str]]:
    contrary: dict[str, frozenset[str]] = {}
    for entry in filter(str.strip, _CONTRARY.split(";")):
        one, other = (frozenset(side.split()) for side in entry.split("|"))
        for words, against in ((one, other), (other, one)):
            for word in words:
                contrary[word] = contrary.get(word, frozenset()) | against
    return contrary


CONTRARY = _contrary()
# Feelings that nobody may be said to have who does not say so.
_FEELINGS = """
love loves loved adore adores adored cherish cherishes worship worships hate hates hated loathe
loathes loathed despise despises despised detest detests
"""
FEELINGS = frozenset(_FEELINGS.split())
