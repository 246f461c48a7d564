"""The words of a refusal by kind, in English, German, French, Spanish, Italian, Dutch and
Portuguese, without accents; pure.

Each kind is one letter, and ``refusals`` reads a sentence as a string of those letters, so
one small grammar serves every language. A word that ends in ``*`` stands for its inflections.
"""

import re

OTHER, MARKER, QUOTE, COMMA, BREAK, NAME = "o", "m", "q", ",", ";", "n"

# Earlier kinds win, so a word that is common in one language and rare in another stands once.
KINDS: dict[str, str] = {
    # Who speaks in a refusal: the model.
    "I": "i we me us ich wir je j nous yo nosotros io noi ik wij eu",
    # What it was given to read.
    "S": """search searches passage* excerpt* extract essay* archive* corpus source* text*
        writing* post posts article* piece pieces material* snippet* blog* collection content
        contents context entry entries notes results writings auszug* auszuge* archiv quelle*
        artikel* beitrag* schriften dokument* abschnitt* unterlagen textstelle* extrait* essai*
        texte* ecrits billet* pasaje* fragment* ensayo* archivo* fuente* articulo* escritos
        extracto* brano brani passagg* estratt* saggio saggi archivio testo testi fonte fonti
        articolo articoli scritti tekst* archief bron bronnen stuk stukken geschriften passagem
        passagens trecho* ensaio* arquivo* artigo* excerto* document documents work works
        glossary""",
    # Of whom it is asked: the author.
    "A": """author* she he writer* essayist blogger autor* auteur* autrice sie elle ella lei lui
        autore schrijver schrijfster auteur zij hij ele ela""",
    # What "they" may stand for.
    "P": "they them ils elles ellos ellas essi esse ze eles elas",
    # Negations.
    "N": """not never no none nothing nor neither nobody nowhere fail fails failed lack lacks
        lacked lacking nicht nie niemals nichts kein* weder pas aucun* rien jamais ni nada
        ningun* nunca jamas non nessun* nulla niente mai niet geen niets nooit nao nenhum* nem""",
    # Speaking of a subject.
    "k": """mention mentions discussion discussions reference references coverage referencia*
        record records treatment""",
    "C": """address addresses addressed addressing mentioned mentioning referenced erwahn*
        erortert erortern besproch* parlent parle parler evoqu* discut* hablan habla hablar
        comenta* menciona* mencionan menzion* parlano parla parlare scrive discuton* vermeld*
        schrijft bespreken besproken genoemd falam fala falar escreve escribe discutem mentionn*
        abord* discuss discusses discussed discussing mentionner schreibt schreiben spricht
        sprechen redet""",
    # Speaking of a subject, with a preposition before it: "did not write it" says who did.
    "w": """write writes written wrote comment* talk talks talked speak speaks spoke spoken
        elaborate elaborates elaborated refer refers referred referring ecrit escreveu escribio
        scrisse schreef schrieb escrito scritto geschreven geschrieben""",
    # Telling what something is like: of passages a denial whatever its object.
    "V": """describe* describing descrip* explain* specify specifies specified specifying
        define* name names named identify identifies identified establish* clarify clarifies
        clarified settle settles settled resolve* spell spells spelt recorded report reports
        reported quoted quantify quantifies pinpoint* elucidat* recount* narrat* portray*
        depict* beschreib* beschrieben erklar* prazisier* spezifizier* schilder* erlauter*
        decri* decriv* expliqu* precise precisent preciser describ* explic* especific*
        especifica* spieg* specifica* precisa precisan precisano beschrijf* beschreven verklar*
        preciseren uitleg* descrev* descrit* esclarec*""",
    # Treating a subject.
    "c": """cover covers covered covering deal deals dealt touch touches touched tackle* treat
        treats treated explore* broach* examine* engage* weigh concern* pertain* relate* focus*
        thematisier* behand* abgedeckt befass* trait* couvr* couvert* trata tratan tratar
        abarca* aborda* cubre* cubiert* tratta trattano trattat* affront* copron* copert*
        abordam abordad* tratam cobre* cobert* behandel* contempl* consider considers considered
        raise raises raised posed taken handelt handeln aussert geaussert aussern bears bear""",
    # German and Dutch verbs that stand before their subject.
    "g": """geht gehen staat steht stehen findet erwahnen erwahnt behandeln behandelt noemen
        noemt bespreken vermelden vermeldt gaan gaat""",
    # Getting as far as a subject.
    "R": """kommt kommen vorkommt aparece* compare compaiono comparir* apparai* komt komen bring
        brings brought take takes turn turns turned get gets got reach reaches go goes gone come
        comes venture* delve* feature features featured arise arises reaching stretch stretches
        extend extends va vai""",
    # What was looked for.
    "F": """information info anything details indication* guidance angabe* informatie
        informationen hinweis* erwahnung* auskunft renseignement* informations precision*
        informacion informaciones mencion dato datos informazion* menzione riferiment*
        vermelding informacao informacoes mencao referencias hint hints clue clues sign signs
        trace basis rede verwijzing* aussage* passus access""",
    # What was looked for, or what anybody may speak of.
    "f": """evidence answer* account* explanation* statement* view views opinion* detail data
        insight* date dates figure* position stance answer antwort* reponse* respuesta* risposta
        risposte antwoord* resposta* light rien""",
    # Openings of what is asked.
    "Q": """whatever whoever wherever what how why whether which when where who whom whose wie
        warum ob wann wo wer que quoi comment pourquoi quand cosa come perche quando hoe waarom
        wanneer por if""",
    # "There is".
    "E": "there gibt hay",
    # Saying and holding; they need an object that was looked for.
    "W": """contain* include* provide provides offer* give gives gave say says said state states
        stated indicate* show shows shown disclose discloses present presents yield yields
        yielded supply supplies return returned produce produces produced expose establish*
        convey conveys tell tells reveal* list lists express* enthalt* enthalten liefer* nennen
        nennt sagen sagt geben contienn* contient fournissent donne* disent indiqu* mentionn*
        contien* ofrece* dice dicen proporciona proporcionan incluye* indica* conteng* offron*
        fornisc* dicono bevat* bieden zegt zeggen geven contem oferece* diz dizem fornece* traz*
        make makes made hold holds""",
    # With a negation: unclear.
    "K": "clear obvious evident apparent klar clair claro chiaro duidelijk",
    # Having.
    "H": """have has had hat habe haben ai avons tengo tenemos ho abbiamo heb heeft hebben tenho
        temos tem""",
    # Finding and answering.
    "X": """exist exists knowing telling saying find finds found locate located see identify
        identified determine* help tell know confirm* assist answer* respond* quote share reveal
        disclose aware infer* derive* verify finde finden gefunden beantwort* sagen weiss
        trouve* trouver repond* sais dire encontr* encuentr* responder sabe savoir saber sapere
        weten wissen hallar trov* rispond* vind* vinden gevonden beantwoord* weet encontrar
        encontrei sei dizer provide say speak""",
    # Ability.
    "M": """permit permits allow allows permet permettent permite* permette permettono permettre
        erlaub* laten can could able possible must may will would konnen kann konnte peux
        pouvons puedo podemos pude posso possiamo kan kunnen consigo conseguimos moglich
        possibile posible possivel""",
    # Inability.
    "U": """unable impossible insufficient incapable unclear unknown unavailable inadequate
        cannot unmoglich unklar insuffisant* imposible insuficiente* impossibile insufficient*
        onmogelijk onduidelijk impossivel incapaz untouched unmentioned unaddressed unanswered
        undiscussed uncovered unstated unsaid unresolved unsettled unexplained undefined
        unspecified unrecorded undescribed unnamed unidentified unreported undecided unexplored
        untold absent missing""",
    # Leaving …
    "J": """lasst lassen leave leaves left laisse laissent deja dejan lascia lasciano laat deixa
        deixam""",
    # … open.
    "r": "open offen ouvert* abiert* apert* abert*",
    # Stopping short.
    "h": "short",
    # Silence.
    "L": "silent mum mute stumm schweigen muets silencieux silencios* silenzios*",
    # Beyond …
    "O": """outside beyond past further exceed* ausserhalb hinaus hors depasse* fuera excede*
        oltre fuori esula* buiten overstijgt fora alem ultrapassa*""",
    # … the scope.
    "Y": "scope remit range rahmen cadre alcance ambito bereik escopo",
    # Before a subject.
    "T": """about on di su sui sugli sul regarding concerning around uber zu sur sobre sull
        sulla over rispetto regardant concernant respecto acerca relevant pertinent""",
    # Regret.
    "G": """unfortunately sorry regrettably sadly afraid apologies apologize apologise however
        alas leider leid entschuldigung malheureusement desole desolee lamentablemente
        desgraciadamente desafortunadamente siento purtroppo spiace dispiace helaas jammer spijt
        infelizmente desculpe lamento though yet regret""",
    # But.
    "b": "but aber mais pero ma maar mas sondern sino",
    "B": """of by from in within among across into to with for at based according von aus im den
        dans des de du en del dei nelle nei negli dal van uit em dos das nas nos nell dell
        amongst throughout anhand""",
    # Exceptions: "not until" is no denial.
    "Z": "until till except without only unless because merely lest jusqu hasta erst",
}

FILLERS = """
    file files look looks like appear appears appeared up upon mostly mainly primarily largely
    chiefly entirely the a an this that these those any some all every each of its his her their
    my our your you i'm m ve re s t d l n y c am is are was were be been being do does did doing
    ca wo as so or and also provided given supplied available retrieved specific specifically
    furnished explicit explicitly direct directly actually really simply particular particularly
    single clearly currently here above below anywhere ever even once much enough sufficient
    else than remain remains bleibt rimane blijft permanece at seem seems seemingly regrettably
    sadly unfortunately apparently something someone topic topics subject question questions
    matter issue thing such either yet itself themselves quite just attempt hand since because
    weil puisque parce porque poiche omdat hervor hinreichend genoeg rather still nonetheless
    nevertheless published public indexed following searched whole entire selected der die das
    den dem ein eine einen einer es wird werden wurde wurden ist sind war zu sich diese dieser
    dieses diesem bereitgestellten vorliegenden verfugbaren angegebenen uber thema frage tut mir
    dazu darauf daruber leider le la les un une ne qu est sont ce cet cette ces il on se sujet
    fournis fournies disponibles ont ete el los las lo una son esta este estos estas tema
    pregunta proporcionados ha han sido i gli mi o uno sono e questo questa questi queste
    argomento forniti disponibili si ci che alcun alcuna domanda de het een deze dit dat wordt
    worden zijn er onderwerp vraag beschikbare daar daarover davon auf vor gegeven verstrekte
    hierover os um uma esse essa isso fornecidos disponiveis assunto pergunta foi sao it far
    least"""


def pattern(words: str) -> str:
    stems = sorted(set(words.split()), key=len, reverse=True)
    return "|".join(re.escape(stem).replace(r"\*", r"\w{0,5}") for stem in stems)


KIND = re.compile(
    "|".join(f"(?P<{kind}>{pattern(words)})" for kind, words in KINDS.items())
    + f"|(?P<D>{pattern(FILLERS)})"
)


def kind_of(word: str) -> str:
    """The letter of a lower-case word without accents."""
    match = KIND.fullmatch(word)
    return (match.lastgroup or OTHER) if match else OTHER
