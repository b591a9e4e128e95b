"""Replies of the shapes that models give, each read by a person first: our reading has to agree with every one.

The replies are made up, in the words of the authors of this file. `TRAPS` are those in which something simpler (the first
letter, the last letter, the first number, a word that occurs) finds an answer that was not given.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.reading import read
from optotype.records import (
    Choice,
    Form,
    Graph,
    Item,
    Number,
    Option,
    Origin,
    Preference,
    Range,
    Ranking,
    ShortText,
    State,
    Value,
    YesNo,
    labels,
)


def texts(*words: str) -> tuple[Option, ...]:
    return tuple(Option(label=label, text=word) for label, word in zip(labels(len(words)), words, strict=True))


def pictures(count: int) -> tuple[Option, ...]:
    return tuple(Option(label=label, picture=f"set/{label}.png") for label in labels(count))


COLOURS = Choice(options=texts("red", "blue", "green", "dark green"))
SEVERAL = Choice(options=texts("red", "blue", "green", "dark green"), several=True)
LINES = Choice(options=texts("The solid line", "The dashed line", "The dotted line", "It cannot be determined"))
NUMBERS = Choice(options=texts("5", "10", "15", "1,000"))
BINARY = Choice(options=texts("Yes", "No"))
TABLE = Choice(options=texts("гемоглобин", "лейкоциты", "тромбоциты", "СОЭ", "глюкоза", "белок", "не знаю"))
IMAGES = Choice(options=pictures(4))
DIGITS = Choice(options=(Option(label="1", text="cat"), Option(label="2", text="dog"), Option(label="3", text="cow")))
ABOVE = Choice(options=texts("red", "blue", "all of the above", "none of the above"))
YES_NO = YesNo(unanswerable=True)
COUNT = Number()
MASS = Number(unit="kg")
RATING = Number(low=1, high=5)
TEXT = ShortText(unanswerable=True)
ORDER = Ranking(options=texts("red", "blue", "green"))
FACTS = Graph()
PAIR = Preference(options=pictures(2))

UNREAD, UNANSWERABLE, DONT_KNOW, REFUSED = State.UNREAD, State.UNANSWERABLE, State.DONT_KNOW, State.REFUSED

Row = tuple[str, Form, Value | State]

CHOICES: list[Row] = [
    ("B", COLOURS, ("B",)),
    (" b\n", COLOURS, ("B",)),
    ("(C)", COLOURS, ("C",)),
    ("[D]", COLOURS, ("D",)),
    ("C.", COLOURS, ("C",)),
    ("**B**", COLOURS, ("B",)),
    ("`A`", COLOURS, ("A",)),
    ("B) blue", COLOURS, ("B",)),
    ("B: blue", COLOURS, ("B",)),
    ("B - blue", COLOURS, ("B",)),
    ("b) blue", COLOURS, ("B",)),
    ("**B. blue**", COLOURS, ("B",)),
    ("Option C", COLOURS, ("C",)),
    ("option c.", COLOURS, ("C",)),
    ("Letter D!", COLOURS, ("D",)),
    (r"\boxed{B}", COLOURS, ("B",)),
    (r"Looking at the legend, we get $\boxed{\text{C}}$.", COLOURS, ("C",)),
    (r"The final answer is: $\boxed{D}$", COLOURS, ("D",)),
    ("The answer is B.", COLOURS, ("B",)),
    ("The correct answer is (B) blue.", COLOURS, ("B",)),
    ("The correct option is **C**: green", COLOURS, ("C",)),
    ("My answer would be D, because the shade is darker.", COLOURS, ("D",)),
    ("Final Answer: A", COLOURS, ("A",)),
    ("### Final answer\n\nA", COLOURS, ("A",)),
    ("**Answer:** D", COLOURS, ("D",)),
    ("**Answer**: D) dark green", COLOURS, ("D",)),
    ("Answer = C", COLOURS, ("C",)),
    ("Answer:\n\n**C**", COLOURS, ("C",)),
    ("<answer>B</answer>", COLOURS, ("B",)),
    ("<think>Could be A. Or maybe C.</think>\nB", COLOURS, ("B",)),
    (
        "<think>The first bar is blue.</think>\n\nThe highest bar is the blue one, so the answer is **B**.",
        COLOURS,
        ("B",),
    ),
    ("<|begin_of_box|>C<|end_of_box|>", COLOURS, ("C",)),
    ("B<|im_end|>", COLOURS, ("B",)),
    ("#### B", COLOURS, ("B",)),
    ('{"answer": "B"}', COLOURS, ("B",)),
    ('```json\n{\n  "reasoning": "The tallest bar is green.",\n  "answer": "C"\n}\n```', COLOURS, ("C",)),
    ('Here you go:\n{"choice": "D", "confidence": 0.8}\nAnything else?', COLOURS, ("D",)),
    ("{'answer': 'A'}", COLOURS, ("A",)),
    ('{"answer": "C", "explanation": "The curve that ends high', COLOURS, ("C",)),
    ('{"explanation": "Both red and blue fall", "answer": "C', COLOURS, ("C",)),
    ('{"answer": "green"}', COLOURS, ("C",)),
    ("blue", COLOURS, ("B",)),
    ("Blue.", COLOURS, ("B",)),
    ('"Dark green"', COLOURS, ("D",)),
    ("The blue one.", COLOURS, ("B",)),
    ("It is dark green.", COLOURS, ("D",)),
    ("Red, because it ends above all others.", COLOURS, ("A",)),
    ("The solid line.", LINES, ("A",)),
    ("solid line", LINES, ("A",)),
    ("It looks to me like the dashed line reaches the top first.", LINES, ("B",)),
    ("the second one", COLOURS, ("B",)),
    ("The third option.", COLOURS, ("C",)),
    ("option 2", COLOURS, ("B",)),
    ("I would go with the last one.", COLOURS, ("D",)),
    ("2nd", COLOURS, ("B",)),
    ("The second picture", IMAGES, ("B",)),
    ("Image C shows a cube.", IMAGES, ("C",)),
    ("Picture D", IMAGES, ("D",)),
    ("2", DIGITS, ("2",)),
    ("The answer is 3.", DIGITS, ("3",)),
    ("Option 1: cat", DIGITS, ("1",)),
    ("10", NUMBERS, ("B",)),
    ("There are ten of them: 10.", NUMBERS, ("B",)),
    ("1000", NUMBERS, ("D",)),
    ("fifteen", NUMBERS, ("C",)),
    ("Yes", BINARY, ("A",)),
    ("No, it does not.", BINARY, ("B",)),
    ("All of the above", ABOVE, ("C",)),
    ("none of the above.", ABOVE, ("D",)),
    ("В", COLOURS, ("B",)),
    ("Ответ: С", COLOURS, ("C",)),
    ("Правильный ответ — А.", COLOURS, ("A",)),
    ("Правильный вариант: D", COLOURS, ("D",)),
    ("Ответ: **E**", TABLE, ("E",)),
    ("По таблице видно, что повышены лейкоциты. Ответ: B", TABLE, ("B",)),
    ("лейкоциты", TABLE, ("B",)),
    ("Я выбираю второй вариант.", TABLE, ("B",)),
    ("третий", TABLE, ("C",)),
    ("Выше нормы только глюкоза.", TABLE, ("E",)),
    ("Let me compare them. Red ends at 3. Blue ends at 9. So blue.", COLOURS, ("B",)),
    ("Red ends at 3 and green at 5. Therefore, option C is correct.", COLOURS, ("C",)),
    ("Option A is wrong, since it falls. Option C is correct.", COLOURS, ("C",)),
    ("I choose (D).", COLOURS, ("D",)),
    ("I'd pick B here.", COLOURS, ("B",)),
    ("Sorry for the confusion earlier. The answer is B.", COLOURS, ("B",)),
    ("I'm not sure, but I think B.", COLOURS, ("B",)),
    ("I don't know.", COLOURS, DONT_KNOW),
    ("I'm really not certain.", COLOURS, DONT_KNOW),
    ("Не знаю, на рисунке плохо видно.", COLOURS, DONT_KNOW),
    ("It is not possible to answer this question based only on the provided data.", COLOURS, UNANSWERABLE),
    ("I'm sorry, but I can't help with that.", COLOURS, REFUSED),
    ("I cannot view images.", COLOURS, REFUSED),
    ("", COLOURS, UNREAD),
    ("   \n\t ", COLOURS, UNREAD),
    ("...", COLOURS, UNREAD),
]

SEVERALS: list[Row] = [
    ("A,C", SEVERAL, ("A", "C")),
    ("C, A", SEVERAL, ("A", "C")),
    ("A and C", SEVERAL, ("A", "C")),
    ("A, B, and D", SEVERAL, ("A", "B", "D")),
    ("ABD", SEVERAL, ("A", "B", "D")),
    ("DB", SEVERAL, ("B", "D")),
    ("A:B:C", SEVERAL, ("A", "B", "C")),
    ("A\nC", SEVERAL, ("A", "C")),
    ("- A\n- C", SEVERAL, ("A", "C")),
    ("1. A\n2. C", SEVERAL, ("A", "C")),
    ("a, b", SEVERAL, ("A", "B")),
    ("bcd", SEVERAL, ("B", "C", "D")),
    ("B B", SEVERAL, ("B",)),
    ("['A', 'C']", SEVERAL, ("A", "C")),
    ('["A", "C"]', SEVERAL, ("A", "C")),
    ('{"answer": ["B", "D"]}', SEVERAL, ("B", "D")),
    ('{"answer": "B, D"}', SEVERAL, ("B", "D")),
    ('{"A": false, "B": true, "C": true, "D": false}', SEVERAL, ("B", "C")),
    ("Answer: A, C", SEVERAL, ("A", "C")),
    ("The correct answers are A and C.", SEVERAL, ("A", "C")),
    ("The correct options are:\n- A. red\n- D. dark green", SEVERAL, ("A", "D")),
    ("A and C are correct, since both rise.", SEVERAL, ("A", "C")),
    ("A. red\nC. green", SEVERAL, ("A", "C")),
    ("A: correct\nB: incorrect\nC: correct\nD: incorrect", SEVERAL, ("A", "C")),
    ("A) red – ✅\nB) blue – ❌\nC) green – ❌\nD) dark green – ✅", SEVERAL, ("A", "D")),
    ("The red and the blue line.", SEVERAL, ("A", "B")),
    ("red, blue", SEVERAL, ("A", "B")),
    ("All of them", SEVERAL, ("A", "B", "C", "D")),
    ("None of the above.", SEVERAL, ()),
    (r"$\boxed{A, B}$", SEVERAL, ("A", "B")),
    ("Ответ: A и C", SEVERAL, ("A", "C")),
    ("B", SEVERAL, ("B",)),
]

YES_NOS: list[Row] = [
    ("Yes", YES_NO, True),
    ("no.", YES_NO, False),
    ("NO!", YES_NO, False),
    ("y", YES_NO, True),
    ("True", YES_NO, True),
    ("False.", YES_NO, False),
    ("**No**", YES_NO, False),
    ("Yes, the blue curve stays above the red one throughout.", YES_NO, True),
    ("No, because the bars have different heights.", YES_NO, False),
    ("No - the maximum lies at 40.", YES_NO, False),
    ("Yes. In panel (a), the dashed curve is lower.", YES_NO, True),
    ("Correct.", YES_NO, True),
    ("Incorrect; it peaks later.", YES_NO, False),
    ("Absolutely not.", YES_NO, False),
    ("Definitely yes.", YES_NO, True),
    ("Of course.", YES_NO, True),
    ("The answer is no.", YES_NO, False),
    ("The answer is **Yes**, as the legend shows.", YES_NO, True),
    ("Answer: No\nExplanation: both axes are linear.", YES_NO, False),
    ("The first bar is 3 high. The second is 5 high. So no.", YES_NO, False),
    ("The bars are equally high. Therefore, yes.", YES_NO, True),
    ("The statement is false.", YES_NO, False),
    ("That is correct.", YES_NO, True),
    ("Comparing both, the claim is not true.", YES_NO, False),
    ('{"answer": true}', YES_NO, True),
    ('{"answer": "No"}', YES_NO, False),
    (r"\boxed{\text{Yes}}", YES_NO, True),
    ("Да", YES_NO, True),
    ("Нет, значение ниже нормы.", YES_NO, False),
    ("Неверно.", YES_NO, False),
    ("Ответ: да.", YES_NO, True),
    ("Утверждение верно.", YES_NO, True),
    ("It is not possible to answer this question based only on the provided data.", YES_NO, UNANSWERABLE),
    ("The figure gives no way to tell, there is not enough information.", YES_NO, UNANSWERABLE),
    ("I don't know", YES_NO, DONT_KNOW),
    ("I'm unable to see the image you mention.", YES_NO, REFUSED),
]

AMOUNTS: list[Row] = [
    ("42", COUNT, 42.0),
    ("-3.5", COUNT, -3.5),
    ("−7", COUNT, -7.0),
    ("about 12.5 %", COUNT, 12.5),
    ("Approximately 4,500.", COUNT, 4500.0),
    ("12 000 руб.", COUNT, 12000.0),
    ("3,5", COUNT, 3.5),
    ("Примерно 1,234 мг", COUNT, 1.234),
    ("1.2e-3", COUNT, 0.0012),
    ("10^5", COUNT, 100000.0),
    (r"$3 \times 10^{-4}$", COUNT, 0.0003),
    (r"\boxed{\frac{1}{2}}", COUNT, 0.5),
    ("1/2", COUNT, 0.5),
    ("2½ hours", COUNT, 2.5),
    ("twenty-one", COUNT, 21.0),
    ("двадцать один", COUNT, 21.0),
    ("Three.", COUNT, 3.0),
    ("There are three cats.", COUNT, 3.0),
    ("Минус пять градусов", COUNT, -5.0),
    ("$1.5 million", COUNT, 1500000.0),
    ("215k", COUNT, 215000.0),
    ("0.25-0.30", COUNT, Range(low=0.25, high=0.3)),
    ("between 0.25 and 0.30", COUNT, Range(low=0.25, high=0.3)),
    ("It lies somewhere from 10 to 20 percent.", COUNT, Range(low=10, high=20)),
    ("от 5 до 10", COUNT, Range(low=5, high=10)),
    ("5 ± 1", COUNT, Range(low=4, high=6)),
    ("The answer is 42.", COUNT, 42.0),
    ("**Answer: 42**", COUNT, 42.0),
    ("Answer: 42 (21 on each side)", COUNT, 42.0),
    ("12 apples + 5 apples = 17 apples", COUNT, 17.0),
    ("First row: 3, second row: 4.\n\n**Total: 7**", COUNT, 7.0),
    ("#### 18", COUNT, 18.0),
    ("The bar for 2015 reaches 40, the one for 2016 reaches 55. So the difference is 15.", COUNT, 15.0),
    ("17. I counted the dots in every row.", COUNT, 17.0),
    ("The number of samples at noise level 0.3 is 10.", COUNT, 10.0),
    ('{"answer": 12}', COUNT, 12.0),
    ('{"answer": "12 %", "unit": "%"}', COUNT, 12.0),
    ('{"low": 3, "high": 4}', COUNT, Range(low=3, high=4)),
    ("The exact value cannot be read off, but it is approximately 5.", COUNT, 5.0),
    ("500 g", MASS, 0.5),
    ("2 kg", MASS, 2.0),
    ("4", RATING, 4.0),
    ("4/5", RATING, 4.0),
    ("I would rate it 3 out of 5.", RATING, 3.0),
    ("Ответ: 7", COUNT, 7.0),
    ("Всего 7 строк.", COUNT, 7.0),
    ("Cannot be determined from the chart.", COUNT, UNANSWERABLE),
    ("Невозможно определить по таблице.", COUNT, UNANSWERABLE),
    ("no idea", COUNT, DONT_KNOW),
]

PHRASES: list[Row] = [
    ("S-shaped", TEXT, "S-shaped"),
    ("The answer is a sigmoid.", TEXT, "a sigmoid"),
    ("Answer: Precision and Recall", TEXT, "Precision and Recall"),
    ("**Answer:** New York", TEXT, "New York"),
    ("**Answer: New York**", TEXT, "New York"),
    ('{"answer": "New York"}', TEXT, "New York"),
    ('```json\n{"reasoning": "see the legend", "answer": "T\'"}\n```', TEXT, "T'"),
    (r"\boxed{x^2}", TEXT, "x^2"),
    ("The shape of the curve is S-shaped or sigmoidal.", TEXT, "The shape of the curve is S-shaped or sigmoidal."),
    ("<think>Hm, the legend says blue.</think>Blue", TEXT, "Blue"),
    ("Answer: 0.45. This is read off the left axis.", TEXT, "0.45."),
    ("The legend names them:\n\n1. LSTM\n2. GRU", TEXT, "The legend names them:\n\n1. LSTM\n2. GRU"),
    ("Ответ: гемоглобин", TEXT, "гемоглобин"),
    ("A*", TEXT, "A*"),
    ("I'm not sure, but it looks like a circle.", TEXT, "it looks like a circle."),
    ("It is not possible to answer this question based only on the provided data.", TEXT, UNANSWERABLE),
    ("This question cannot be answered from the figure alone.", TEXT, UNANSWERABLE),
    ("The figure does not provide any information about the training time.", TEXT, UNANSWERABLE),
    ("There is insufficient data in the chart to say.", TEXT, UNANSWERABLE),
    ("Unanswerable", TEXT, UNANSWERABLE),
    ("The number of parameters is not specified in the figure.", TEXT, UNANSWERABLE),
    ("I cannot determine the batch size from this plot.", TEXT, UNANSWERABLE),
    ("На этот вопрос нельзя ответить по приведённым данным.", TEXT, UNANSWERABLE),
    ("В таблице недостаточно данных для ответа.", TEXT, UNANSWERABLE),
    ("Answer: It is impossible to tell from the image.", TEXT, UNANSWERABLE),
    ('{"answer": "unanswerable"}', TEXT, UNANSWERABLE),
    ("I don't know.", TEXT, DONT_KNOW),
    ("Затрудняюсь ответить.", TEXT, DONT_KNOW),
    ("I can't assist with identifying people.", TEXT, REFUSED),
    ("As a text-based AI, I don't have the ability to look at pictures.", TEXT, REFUSED),
    ("Извините, но я не могу помочь с этим запросом.", TEXT, REFUSED),
    ("No image was attached to your message. Please upload it.", TEXT, REFUSED),
]

ORDERS: list[Row] = [
    ("B > A > C", ORDER, ("B", "A", "C")),
    ("B, A, C", ORDER, ("B", "A", "C")),
    ("BAC", ORDER, ("B", "A", "C")),
    ('["B", "A", "C"]', ORDER, ("B", "A", "C")),
    ('{"ranking": ["B", "A", "C"]}', ORDER, ("B", "A", "C")),
    ("1. B\n2. A\n3. C", ORDER, ("B", "A", "C")),
    ("1. B) blue\n2. A) red\n3. C) green", ORDER, ("B", "A", "C")),
    (
        "Here is my ranking:\n\n1. **B** – blue\n2. **A** – red\n3. **C** – green\n\nTell me if you need more.",
        ORDER,
        ("B", "A", "C"),
    ),
    ("My ranking is B, then A, then C.", ORDER, ("B", "A", "C")),
    ("blue, red, green", ORDER, ("B", "A", "C")),
    ("Answer: C, B and A", ORDER, ("C", "B", "A")),
    ("The final order is:\nC > B > A", ORDER, ("C", "B", "A")),
    ("Ответ: C, B, A", ORDER, ("C", "B", "A")),
    ("I don't know", ORDER, DONT_KNOW),
]

GRAPHS: list[Row] = [
    ("( man , sit on , bench )", FACTS, "( man , sit on , bench )"),
    ("(man, sit on, bench), (bench, is, red)", FACTS, "( man , sit on , bench ) , ( bench , is , red )"),
    ("- (man, sit on, bench)\n- (bench, is, red)", FACTS, "( man , sit on , bench ) , ( bench , is , red )"),
    ("Scene graph:\n```\n( man , sit on , bench )\n```\nEnjoy.", FACTS, "( man , sit on , bench )"),
    (
        "Here is the graph: (man, sit on, bench), (bench, is, red).",
        FACTS,
        "( man , sit on , bench ) , ( bench , is , red )",
    ),
    ('[["man", "sit on", "bench"]]', FACTS, "( man , sit on , bench )"),
    ('{"graph": "( man , sit on , bench )"}', FACTS, "( man , sit on , bench )"),
    ("I cannot view images.", FACTS, REFUSED),
]

PREFERENCES: list[Row] = [
    ("A", PAIR, ("A",)),
    ("the first", PAIR, ("A",)),
    ("right", PAIR, ("B",)),
    ("The left one.", PAIR, ("A",)),
    ("I prefer B.", PAIR, ("B",)),
    ("Picture A is better because B is cluttered.", PAIR, ("A",)),
    ("B is better than A.", PAIR, ("B",)),
    ("The right image is clearer.", PAIR, ("B",)),
    ("Левая", PAIR, ("A",)),
    ("Both are equally good.", PAIR, UNREAD),
    ("neither", PAIR, UNREAD),
]

TRAPS: list[Row] = [
    # the article, the pronoun and the preposition are no letters
    ("A closer look at the bars is needed.", COLOURS, UNREAD),
    ("I see four bars.", COLOURS, UNREAD),
    ("В таблице четыре строки.", TABLE, UNREAD),
    ("А теперь посмотрим на таблицу.", TABLE, UNREAD),
    ("Vitamin C is shown on the axis.", COLOURS, UNREAD),
    ("In the plot labelled (a), all curves rise.", COLOURS, UNREAD),
    ("Answer: A dark shade of green, that is D.", COLOURS, UNREAD),
    ("Answer a question with a question: why?", COLOURS, UNREAD),
    # what is denied is not chosen
    ("not red", COLOURS, UNREAD),
    ("The answer is not A.", COLOURS, UNREAD),
    ("The answer is not A but C.", COLOURS, ("C",)),
    ("It is blue rather than green.", COLOURS, ("B",)),
    ("The red bar is higher than the blue one.", COLOURS, ("A",)),
    ("Unlike red, blue keeps rising.", COLOURS, ("B",)),
    ("A is incorrect. B is incorrect. C is correct. D is incorrect.", COLOURS, ("C",)),
    ("Red does not cross blue.", COLOURS, UNREAD),
    ("The answer is A. Wait, the answer is not A.", COLOURS, UNREAD),
    # what is considered on the way is not the answer
    ("Option A looks good at first, and option B too.", COLOURS, UNREAD),
    ("If it were A, the bar would be higher. The answer is C. A would need 9.", COLOURS, ("C",)),
    ("Answer: A? No: the axis is logarithmic.\nAnswer: D", COLOURS, ("D",)),
    ("Answer: B. Wait, actually, it is C.", COLOURS, ("C",)),
    ("Answer: B. Hold on, that is wrong.", COLOURS, UNREAD),
    ("<think>It must be A. Answer: A</think>Answer: D", COLOURS, ("D",)),
    ("<think>It must be A. Answer: A", COLOURS, UNREAD),
    ('{"rejected": ["A", "B"], "answer": "D"}', COLOURS, ("D",)),
    ('{"answer": "C", "reasoning": "One might think that the answer is A."}', COLOURS, ("C",)),
    ("A. red\nB. blue\nC. green\nD. dark green", COLOURS, UNREAD),
    ("The options are A. red, B. blue, C. green and D. dark green. The answer is B.", COLOURS, ("B",)),
    ("So B would be too low, so it must be option D.", COLOURS, ("D",)),
    # two answers are none
    ("A or B", COLOURS, UNREAD),
    ("A and B", COLOURS, UNREAD),
    ("AB", COLOURS, UNREAD),
    ("The answer is either A or B.", COLOURS, UNREAD),
    ("red and blue", COLOURS, UNREAD),
    ("B) red", COLOURS, UNREAD),
    ("A\n\nAfter looking again:\n\nC", COLOURS, UNREAD),
    ("All of them", COLOURS, UNREAD),
    # letters that do not exist
    ("E", COLOURS, UNREAD),
    ("ABDF", SEVERAL, UNREAD),
    ("Вариант Б", COLOURS, UNREAD),
    ("the fifth one", COLOURS, UNREAD),
    # options that contain each other, or common words
    ("dark green", COLOURS, ("D",)),
    ("There is no way around it, yes.", BINARY, UNREAD),
    ("The value is 150.", NUMBERS, UNREAD),
    ("The value is 0.5.", NUMBERS, UNREAD),
    ("It cannot be determined.", LINES, ("D",)),
    ("This cannot be determined from the plot.", LINES, ("D",)),
    ("не знаю", TABLE, ("G",)),
    ("2", COLOURS, UNREAD),
    # several
    ("A and B are wrong, so only C is correct.", SEVERAL, ("C",)),
    ("A. red\nB. blue\nC. green\nD. dark green", SEVERAL, UNREAD),
    ("BAD", SEVERAL, ("A", "B", "D")),
    ("bad", SEVERAL, UNREAD),
    ("Not A, but B and C.", SEVERAL, ("B", "C")),
    # yes and no
    ("There is no bar above 50.", YES_NO, UNREAD),
    ("No. 5 is the tallest.", YES_NO, UNREAD),
    ("No other line crosses it.", YES_NO, UNREAD),
    ("Yes and no.", YES_NO, UNREAD),
    ("Yes. No, wait.", YES_NO, UNREAD),
    ("The answer is no longer visible.", YES_NO, UNREAD),
    ("False positives dominate.", YES_NO, UNREAD),
    ("Right-hand bars are higher.", YES_NO, UNREAD),
    ("Is it higher? No. It is lower.", YES_NO, False),
    ("Yes, one would think so. But the answer is no.", YES_NO, False),
    ("It is not false.", YES_NO, True),
    ("No, this question cannot be answered from the figure.", YES_NO, UNANSWERABLE),
    ("Yes or no? Hard to say.", YES_NO, DONT_KNOW),
    # numbers
    ("Figure 2 shows 6 nodes.", COUNT, 6.0),
    ("GPT-3 scores 71.", COUNT, 71.0),
    ("The F1 score is 0.5.", COUNT, 0.5),
    ("The third bar is 9 high.", COUNT, 9.0),
    ("The one on the left has 5 dots.", COUNT, 5.0),
    ("5 or 6", COUNT, UNREAD),
    ("more than 5", COUNT, UNREAD),
    ("> 5", COUNT, UNREAD),
    ("not 5", COUNT, UNREAD),
    ("It was 5 in 2010. It was 7 in 2020.", COUNT, UNREAD),
    ("2010-05-12", COUNT, UNREAD),
    ("3:1", COUNT, UNREAD),
    ("It is not possible to determine the value for 2010.", COUNT, UNANSWERABLE),
    ("7", RATING, UNREAD),
    ("I looked at 3 bars and 4 lines; on balance, 4 out of 5.", RATING, 4.0),
    ("1e999", COUNT, UNREAD),
    ("9" * 400, COUNT, UNREAD),
    # states
    ("I can't help but notice that the tallest bar is blue.", COLOURS, ("B",)),
    ("I'm sorry, but the answer cannot be determined from the figure.", TEXT, UNANSWERABLE),
    ("The value is unknown to the encoder.", TEXT, "The value is unknown to the encoder."),
    ("I don't know that term, but the answer is blue.", COLOURS, ("B",)),
    # rankings
    ("B > A", ORDER, UNREAD),
    ("B > A > B > C", ORDER, UNREAD),
    ("A = B > C", ORDER, UNREAD),
    ("C < A < B", ORDER, ("B", "A", "C")),
    ("From worst to best: C, A, B", ORDER, ("B", "A", "C")),
    ("B is better than A, but C is best.", ORDER, UNREAD),
    ("3. C\n2. A\n1. B", ORDER, ("B", "A", "C")),
    # graphs
    ("A man (left) sits on a bench (right).", FACTS, UNREAD),
    ("(man, on)", FACTS, UNREAD),
    ("Either (man, on, bench) or else (man, near, bench).", FACTS, UNREAD),
    # preferences
    ("That's right.", PAIR, UNREAD),
    ("A is worse, B wins.", PAIR, ("B",)),
]

ROWS = [*CHOICES, *SEVERALS, *YES_NOS, *AMOUNTS, *PHRASES, *ORDERS, *GRAPHS, *PREFERENCES]


def item(form: Form) -> Item:
    origin = Origin(kind="written", by="test")
    return Item(id="test/1", collection="test", origin=origin, form=form, question="Which one?", cluster="test/1")


def check(reply: str, form: Form, expected: Value | State) -> None:
    reading = read(reply, item(form))
    if isinstance(expected, State):
        assert (reading.state, reading.value) == (expected, None), reading.note
    else:
        assert (reading.state, reading.value) == (State.GIVEN, expected), reading.note
        assert type(reading.value) is type(expected)


@pytest.mark.parametrize(("reply", "form", "expected"), ROWS)
def test_a_reply_is_read_as_a_person_reads_it(reply: str, form: Form, expected: Value | State) -> None:
    check(reply, form, expected)


@pytest.mark.parametrize(("reply", "form", "expected"), TRAPS)
def test_nothing_is_guessed_where_a_simpler_reader_would(reply: str, form: Form, expected: Value | State) -> None:
    check(reply, form, expected)
