"""The word tables of the leak filter: numbers, months, spelling alphabets, look-alikes; data."""

import re

from archivebrain.wording.stopwords import ASKING_WORDS, FUNCTION_WORDS, MONTHS

# The letters of other scripts that pass for Latin ones in most typefaces, small capitals,
# letters that were turned upside down, and those that Unicode takes apart no further.
_ALIKE = """
аеорсухіјѕһԁԛԝкмтвнӏґ aeopcxyijshdqwkmtbhlr
οαερυνικτχβγηωσζ oaepuviktxbynwoz
ոսհօցզ nuhogq
ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ abcdefghijklmnoprstuvwyz
ıɩɡɑøłđðħ iigaolddh
"""
_PAIRS = _ALIKE.split()
_CIRCLED, _SQUARED, _FLAGS = 0x1F150, 0x1F170, 0x1F1E6
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
ALIKE = str.maketrans(
    "".join(_PAIRS[::2])
    + "".join(
        chr(start + at) for start in (_CIRCLED, _SQUARED, _FLAGS) for at in range(len(_ALPHABET))
    ),
    "".join(_PAIRS[1::2]) + _ALPHABET * 3,
)
# Letters that were turned upside down; some stand for others then.
TURNED = "ɐɔǝɟɓƃɥɾʞɯɹʇʌʍʎ"
UPRIGHT = str.maketrans(TURNED + "ıbdnpqu", "acefgghjkmrtvwy" + "iqpudbn")
# What stands for letters where somebody spells with figures.
FIGURES = tuple(str.maketrans("013457", f"o{one}east") for one in "li")
ROT13 = str.maketrans(_ALPHABET, _ALPHABET[13:] + _ALPHABET[:13])
MIRRORED = str.maketrans(_ALPHABET, _ALPHABET[::-1])

_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
# "First" and "second" are said of anything; only the others are a day or a count.
_ORDINALS = """
third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
"""
# Amounts leave in other languages, too; words that mean something else in English do not.
_ELSEWHERE = """
zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 achtzehn 18
trois 3 quatre 4 cinq 5 huit 8 neuf 9 onze 11 douze 12 quatorze 14 quinze 15
tres 3 cuatro 4 cinco 5 siete 7 ocho 8 nueve 9 diez 10 catorce 14 quince 15
quattro 4 cinque 5 sette 7 otto 8 nove 9 dieci 10 quattordici 14
"""
NUMBERS = (
    {word: str(number) for number, word in enumerate(_ONES.split())}
    | {word: str(10 * number) for number, word in enumerate(_TENS.split(), 2)}
    | {word: str(number) for number, word in enumerate(_ORDINALS.split(), 3)}
    | dict(zip(_ELSEWHERE.split()[::2], _ELSEWHERE.split()[1::2], strict=True))
)
TENS = frozenset(_TENS.split())
POINTS = frozenset(("point", "comma", "komma", "virgule", "coma", "virgola"))

# How an amount's size is written; the first of each row stands for it in a fact.
_SCALES = """
hund hundred / thou thousand thousands mille mila k / perc per percent pct
mill million millions millionen millones milioni m mn mio / bill billion billions bn milliarden
euro euros / poun pound pounds / doll dollar dollars
"""
SCALES = {
    word: row.split()[0]
    for row in _SCALES.strip().replace("\n", "/").split("/")
    for word in row.split()
}

# The beginnings of each month's name, in the languages that answers are asked for most.
_MONTHS = """
jan gen ene / feb fev / mar / apr avr abr / may mai mag / jun juin giu / jul juil lug /
aug aou ago / sep set / oct okt ott out / nov / dec dez dic
"""
_MONTH_NAMES = """
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre januar
februar marz maerz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto
septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre
ottobre dicembre jan feb apr jun jul aug sep sept oct okt nov dec dez
"""
MONTH_NAMES = MONTHS | frozenset(_MONTH_NAMES.split())
MONTH_NUMBERS = {
    start: number for number, starts in enumerate(_MONTHS.split("/"), 1) for start in starts.split()
}

# What an English text would have for a figure, a scale or a month: by it such a text is found.
_ENGLISH_SCALES = "hundred thousand percent million billion euro pound dollar"
_ENGLISH_MONTHS = """
january february march april may june july august september october november december
"""
IN_ENGLISH = (
    {number: word for word, number in NUMBERS.items() if word in (_ONES + _TENS).split()}
    | {
        word: name
        for word, short in SCALES.items()
        for name in _ENGLISH_SCALES.split()
        if name[:4] == short[:4]
    }
    | {
        name: _ENGLISH_MONTHS.split()[number - 1]
        for name in MONTH_NAMES
        if (number := MONTH_NUMBERS.get(name[:3]) or MONTH_NUMBERS.get(name[:4], 0))
    }
)

# Words that say nothing by themselves.
SMALL_WORDS = (
    frozenset(word.replace("'", "") for word in FUNCTION_WORDS | ASKING_WORDS | MONTH_NAMES)
    | NUMBERS.keys()
    | POINTS
)

_PILOTS = """
alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike
november oscar papa quebec romeo sierra tango uniform victor whiskey whisky x xray yankee zulu
"""
PILOTS = frozenset(_PILOTS.split())
_MORSE = """
.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..-
-.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.
"""
MORSE = dict(zip(_MORSE.split(), _ALPHABET + "0123456789", strict=True))

# How a model speaks of what it may not say.
HINTS = re.compile(
    r"\b(?:unpublished|unlisted|withheld|unreleased|confidential|embargoed)\b"
    r"|\b(?:private|secret|hidden|internal|draft)\s(?:draft|note|notes|essay|essays|text|texts|letter"
    r"|letters|piece|material|passage|passages|document|documents|writing|page)\b"
    r"|\bbackground\s(?:material|passage|passages|text|texts|notes?|information|block)\b"
    r"|\bi (?:am not|m not|was not|wasnt|must not|mustnt|may not|can ?not|cant|should not|shouldnt)"
    r" (?:allowed|permitted|supposed|quote|cite|name|disclose|discuss|reveal|share)\b"
)
# Said of others as well; from a model that was shown something it says too much.
TOLD_NOT_TO = re.compile(
    r"\bin (?:a|an|her|his|their) (?:\w+ )?draft\b"
    r"|\b(?:must|may|can|could|should) ?n[o]?t (?:be )?(?:quote|quoted|cite|cited|named?|disclosed?"
    r"|discuss|discussed|reveal|revealed|share|shared)\b"
    r"|\bnot (?:allowed|permitted|supposed) to\b|\bbehind the scenes\b"
)
