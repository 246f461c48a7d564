"""Words that say nothing of a question's subject; English, as most questions are."""

# Words that hold a sentence together.
_FUNCTION = """
a an the this that these those such some any each every all both either neither no not none nor
or and but if then than so as at by for from in into of off on onto out over per to toward
towards under until up upon via with within without about above across after again against along
already also although always am among are aren't around away back be because been before behind
being below beneath beside besides between beyond can can't cannot could couldn't did didn't do
does doesn't doing don't done down during else enough even ever except few had hadn't has hasn't
have haven't having he her here hers herself him himself his how how's however i i'd i'll i'm
i've is isn't it it's its itself just let let's like many may maybe me might mine more most much
must my myself need never next now often once one ones only other others our ours ourselves own
perhaps please quite rather really same shall she should shouldn't since somehow someone
something sometimes somewhere still that's theirs them themselves there there's they they're
though through throughout thus together too us very was wasn't we we're well were weren't what
what's whatever when whenever where whereas whether which while who who's whoever whom whose why
will won't would wouldn't yes yet you you're your yours yourself their thing things way ways
kind sort lot lots anything everything nothing anyone everyone nobody somebody anybody
"""
# Words that ask for a view without saying of what; with nothing beside them, nothing is asked.
_MERE_ASKING = """
think thinks thinking thoughts say says said saying tell tells told telling believe believes
believed view views opinion opinions explain explains explained describe describes described
discuss discusses discussed mention mentions mentioned mean means meant recommend recommends
recommended suggest suggests suggested advise advises advised consider considers considered
argue argues argued talk talks talked ask asks asked
"""
# Words that mostly ask, too, but are the subject of a question that has no other: "Why write?"
_ASKING = """
thought viewed feel feels felt feeling meaning define defines defined definition recommendation
advice write writes wrote written give gives gave given make makes made take takes took use uses
used using get gets got getting new want wants know knows knew known see sees saw seen find
finds found come comes came go goes went going keep keeps kept put puts question questions
answer answers reason reasons position stance attitude case idea ideas work works happen happens
happened become became seem seems seemed call calls called regard regards regarding concerning
change changed changes lately recently recent originally original currently current today
nowadays initially latest earlier later first last early late ago days time times year years
different difference good bad best better worse worst right wrong wise author author's writer
writer's blogger blog essay essays article articles post posts piece pieces archive summary
summarise summarize example examples
"""
# Months name a time, not a subject.
_MONTHS = """
january february march april may june july august september october november december
"""
# What people say before they ask, or instead of asking.
_GREETING = """
hello hi hey hiya howdy greetings thanks thank thankyou cheers bye goodbye ok okay
hola bonjour hallo ciao salut merci danke gracias
привет 你好 こんにちは
"""

FUNCTION_WORDS = frozenset(_FUNCTION.split())
MERE_ASKING = frozenset(_MERE_ASKING.split())
ASKING_WORDS = MERE_ASKING | frozenset(_ASKING.split())
MONTHS = frozenset(_MONTHS.split())
GREETINGS = frozenset(_GREETING.split())
