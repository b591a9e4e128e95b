"""Instructions: ten prompts in each language, in the shape that MERA's records have."""

from __future__ import annotations

_OPTIONS = "\nA. {option_a}\nB. {option_b}\nC. {option_c}\nD. {option_d}\nE. {option_e}\nF. {option_f}\nG. {option_g}\n"

_RU = (
    (
        "Перед вами таблица: <image>\nПрочитайте вопрос и выберите один из семи вариантов.\n{question}",
        "Напишите букву.",
    ),
    (
        "<image>\nОтветьте на вопрос по таблице на снимке.\nВопрос: {question}",
        "В ответе дайте одну латинскую букву от A до G.",
    ),
    (
        "Внимательно рассмотрите изображение <image> с медицинской таблицей.\n{question}",
        "Ответ — только буква варианта.",
    ),
    (
        "Задание по таблице.\nИзображение: <image>\nВопрос: {question}\nВарианты:",
        "Верен ровно один вариант. Назовите его букву.",
    ),
    (
        "Используя лишь данные с картинки <image>, решите задачу.\n{question}",
        "Запишите букву правильного варианта без пояснений.",
    ),
    ("Таблица показана здесь: <image>\nЧто правильно? {question}", "Укажите букву и ничего больше."),
    (
        "Вам дан документ с таблицей <image>. Найдите в нём ответ.\n{question}",
        "Формат ответа: одна буква (A, B, C, D, E, F или G).",
    ),
    (
        "Посмотрите на <image>. Это фото или снимок экрана с таблицей.\n{question}",
        "Выберите верный вариант и выведите его букву.",
    ),
    ("К вопросу приложено изображение таблицы: <image>\n{question}", "Ответьте одной буквой, рассуждения не нужны."),
    (
        "Проверьте себя: умеете ли вы читать таблицы?\n<image>\n{question}",
        "Правильный вариант только один; приведите его букву.",
    ),
)
_EN = (
    (
        "Here is a table: <image>\nRead the question and choose one of the seven options.\n{question}",
        "Write the letter.",
    ),
    (
        "<image>\nAnswer the question about the table in the picture.\nQuestion: {question}",
        "Give a single letter from A to G.",
    ),
    (
        "Look closely at the picture <image> of a medical table.\n{question}",
        "The answer is the letter of an option, nothing else.",
    ),
    (
        "A task about a table.\nPicture: <image>\nQuestion: {question}\nOptions:",
        "Exactly one option is right. Name its letter.",
    ),
    (
        "Use nothing but the data in the picture <image>.\n{question}",
        "Put down the letter of the right option without comment.",
    ),
    ("The table is shown here: <image>\nWhat is right? {question}", "State the letter and no more."),
    (
        "You are given a document with a table, <image>. Find the answer in it.\n{question}",
        "Format: one letter (A, B, C, D, E, F or G).",
    ),
    (
        "Look at <image>. It is a photograph or a screenshot of a table.\n{question}",
        "Choose the right option and print its letter.",
    ),
    (
        "A picture of a table belongs to this question: <image>\n{question}",
        "Answer with one letter; no reasoning is needed.",
    ),
    ("Can you read tables? Try this one.\n<image>\n{question}", "Only one option is right; reply with its letter."),
)

INSTRUCTIONS: dict[str, tuple[str, ...]] = {
    language: tuple(before + _OPTIONS + after for before, after in parts)
    for language, parts in (("ru", _RU), ("en", _EN))
}
"""Templates with `<image>`, `{question}` and `{option_a}` to `{option_g}`, by language."""
