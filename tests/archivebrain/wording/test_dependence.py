"""Which questions mean something only after another one: in doubt a question stands alone."""

import pytest

from archivebrain.wording.dependence import Lack, dependence_of

FOLLOW_UPS = {
    Lack.TIME: [
        "and in 2020?",
        "and before that?",
        "and lately?",
        "what about now?",
        "and originally?",
        "and after 2021?",
        "And then?",
        "and since 2022?",
        "back then?",
        "and last summer?",
        "two months ago?",
    ],
    Lack.TOPIC: [
        "what about bread?",
        "and bread?",
        "how about the garden?",
        "and what of gardens?",
        "No, I meant bread",
        "Next: what about bread?",
    ],
    Lack.CIRCUMSTANCE: [
        "and for beginners?",
        "with children?",
        "what about in winter?",
        "and if it rains?",
        "versus walking?",
    ],
    Lack.ALL: [
        "why?",
        "why not?",
        "When did that change?",
        "why is that?",
        "since when?",
        "does he still think so?",
        "did he ever change his mind?",
        "has he changed his mind since?",
        "for example?",
        "tell me more",
        "what else?",
        "which one is better?",
        "what does he think now?",
        "what does he recommend?",
        "does he still?",
        "how come?",
        "go on",
        "What changed?",
        "is that still his view?",
        "But is it true?",
        "Can you explain that?",
        "And why?",
        "is this still the case?",
        "What's the alternative?",
        "Can you summarise?",
        "Sources?",
        "Is there a newer essay?",
        "What made her change her mind?",
    ],
    Lack.PERSON: ["Who is she?", "And who were they?"],
    Lack.THING: [
        "How does it work?",
        "Is it expensive?",
        "What are its drawbacks?",
        "who invented it?",
        "how did he build it?",
        "is mending it worth the money?",
        "why does he like it?",
        "and the second one?",
        "does the same apply to buses?",
        "when was that essay written?",
        "are they expensive?",
        "what did he do about that?",
        "How much does it cost?",
        "what happens to it after baking?",
        "what did those cost?",
        "Which of the two does he prefer?",
    ],
}
WHOLE = [
    "What is a library for?",
    "What does the author think of electric bikes?",
    "Is it wise to flag a row as a tombstone?",
    "How long does it take to sharpen a knife?",
    "What does it mean to be out of date?",
    "Is it worth mending old radios?",
    "What is bread and how is it made?",
    "If I buy an e-bike, is it cheating?",
    "Why bread?",
    "What do they think of buses?",
    "What is their view on remote work?",
    "What are the author's latest essays?",
    "What did he write about recently?",
    "Thanks!",
    "Hello",
    "What is this blog about?",
    "Who are you?",
    "What can you do?",
    "bread",
    "And does he still bake bread on Sundays?",
    "But why are town buses not free?",
    "What is the idea that buses should be free?",
    "Does the author say that night trains pay?",
    "How do people live without a car these days?",
    "In 2018, what did the author think of working from home?",
    "What makes a timetable a promise?",
    "Is it a mistake to judge a reading room by what people borrow?",
    "How did he stop picking up his mobile all day long?",
    "Since 2022, where does the author write down what is to be done?",
    "What is it like to lose your hearing?",
    "Why does nobody have to pay to get something fixed?",
    "Should one own a bakery?",
    "What does he say about those who mend things?",
    "Does remote work weaken a team?",
    "What is tide logic?",
    "What is the first article about?",
    "Who is the author?",
    "Which essay is about ferries?",
    "What did he say before 2020 about e-bikes?",
    "How do ferries keep their timetable?",
    "Why do machines write, and should they?",
    "What is a phone with a cord and what is it good for?",
    "What should I read first?",
    "Where do the essays on bread live?",
    "Do libraries lend what they own?",
    "Is bread better when it is a day old?",
    'What does "this too shall pass" mean?',
    "How does soft deletion work in Postgres?",
    "What has he written lately?",
    "Can a town run its own bakery?",
    "What is good about winter gardens?",
    "On writing",
    "When was the repair score introduced?",
    "How is it that buses are late?",
    "What is this idea that buses should be free?",
    "What is that thing called Kubernetes?",
    "Which of the two bread recipes is better?",
    "What made him change his mind about bread?",
    "If it freezes, what happens to pipes?",
    "Why does it rain so much in Bergen?",
    "What time is it?",
    "What does it mean to be kind?",
]


@pytest.mark.parametrize(
    ("lack", "question"), [(lack, one) for lack, asked in FOLLOW_UPS.items() for one in asked]
)
def test_a_follow_up_is_known_with_what_it_lacks(lack: Lack, question: str) -> None:
    found = dependence_of(question)

    assert found is not None
    assert found.lack is lack


@pytest.mark.parametrize("question", WHOLE)
def test_a_whole_question_needs_no_other(question: str) -> None:
    assert dependence_of(question) is None


def test_there_are_enough_of_both_to_say_something() -> None:
    assert min(sum(map(len, FOLLOW_UPS.values())), len(WHOLE)) >= 50


@pytest.mark.parametrize(
    "text", ["", "?", "😀", "и почему?", "それはなぜ?", "it " * 900, "and " * 900]
)
def test_any_text_is_read_without_a_fault(text: str) -> None:
    dependence_of(text)
