"""Laboratory panels: what is measured, in which unit, and which values are usual in adults.

Ranges are typical of the published ones, rounded; laboratories differ. They are here to look right, not to be used.
A line of a panel: Russian name | English name | Russian unit | English unit | low | high | decimals. A bound may be
missing. Names of words panels end with the usual finding and some others, in both languages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from optotype.synth._tables.language import Both


@dataclass(frozen=True)
class Analyte:
    """Something that a laboratory measures."""

    name: Both
    unit: Both
    low: float | None
    high: float | None
    decimals: int
    variants: tuple[tuple[float | None, float | None], ...] = ()
    """Ranges that this laboratory could have stated as well, the stated one among them."""


@dataclass(frozen=True)
class Finding:
    """Something that a laboratory describes in a word."""

    name: Both
    usual: Both
    unusual: tuple[Both, ...]


@dataclass(frozen=True)
class Panel:
    """What is measured together."""

    name: str
    title: Both
    analytes: tuple[Analyte, ...]
    findings: tuple[Finding, ...] = ()


_PANELS = {
    "blood_count": ("Общий анализ крови", "Complete blood count"),
    "biochemistry": ("Биохимический анализ крови", "Blood biochemistry"),
    "urine": ("Общий анализ мочи", "Urinalysis"),
    "hormones": ("Исследование гормонов", "Hormone tests"),
    "lipids": ("Липидный профиль", "Lipid profile"),
    "coagulation": ("Коагулограмма", "Coagulation tests"),
    "minerals": ("Витамины и микроэлементы", "Vitamins and trace elements"),
    "markers": ("Онкомаркеры", "Tumour markers"),
    "immunology": ("Иммунологическое исследование", "Immunology tests"),
    "allergy": ("Аллергологическая панель IgE", "Specific IgE allergy panel"),
    "gases": ("Кислотно-щелочное состояние крови", "Blood gases and acid-base balance"),
    "iron": ("Обмен железа и факторы кроветворения", "Iron metabolism and anaemia tests"),
}

_ANALYTES = {
    "blood_count": """
Гемоглобин | Haemoglobin | г/л | g/L | 120 | 160 | 0
Эритроциты | Red blood cells | 10¹²/л | 10¹²/L | 3.9 | 5.3 | 2
Гематокрит | Haematocrit | % | % | 36 | 48 | 1
Средний объём эритроцита | Mean cell volume | фл | fL | 80 | 98 | 1
Среднее содержание Hb в эритроците | Mean cell Hb | пг | pg | 27 | 33 | 1
Средняя концентрация Hb в эритроците | Mean cell Hb concentration | г/л | g/L | 320 | 360 | 0
Ширина распределения эритроцитов, % | Red cell distribution width, % | % | % | 11.5 | 14.5 | 1
Ширина распределения эритроцитов, фл | Red cell distribution width, fL | фл | fL | 37 | 54 | 1
Тромбоциты | Platelets | 10⁹/л | 10⁹/L | 150 | 400 | 0
Средний объём тромбоцита | Mean platelet volume | фл | fL | 7.4 | 10.4 | 1
Ширина распределения тромбоцитов | Platelet distribution width | % | % | 10 | 20 | 1
Тромбокрит | Plateletcrit | % | % | 0.15 | 0.4 | 2
Лейкоциты | White blood cells | 10⁹/л | 10⁹/L | 4 | 9 | 1
Нейтрофилы, % | Neutrophils, % | % | % | 47 | 72 | 1
Нейтрофилы, абс. | Neutrophils, abs. | 10⁹/л | 10⁹/L | 2 | 5.5 | 2
Нейтрофилы палочкоядерные, % | Band neutrophils, % | % | % | 1 | 6 | 0
Нейтрофилы сегментоядерные, % | Segmented neutrophils, % | % | % | 45 | 70 | 0
Лимфоциты, % | Lymphocytes, % | % | % | 19 | 37 | 1
Лимфоциты, абс. | Lymphocytes, abs. | 10⁹/л | 10⁹/L | 1.2 | 3 | 2
Моноциты, % | Monocytes, % | % | % | 3 | 11 | 1
Моноциты, абс. | Monocytes, abs. | 10⁹/л | 10⁹/L | 0.09 | 0.6 | 2
Эозинофилы, % | Eosinophils, % | % | % | 0.5 | 5 | 1
Эозинофилы, абс. | Eosinophils, abs. | 10⁹/л | 10⁹/L | 0.02 | 0.3 | 2
Базофилы, % | Basophils, % | % | % | | 1 | 1
Базофилы, абс. | Basophils, abs. | 10⁹/л | 10⁹/L | | 0.07 | 2
Ретикулоциты, % | Reticulocytes, % | % | % | 0.5 | 1.2 | 2
Ретикулоциты, абс. | Reticulocytes, abs. | 10⁹/л | 10⁹/L | 30 | 70 | 1
СОЭ по Вестергрену | ESR (Westergren) | мм/ч | mm/h | 2 | 15 | 0
СОЭ по Панченкову | ESR (Panchenkov) | мм/ч | mm/h | 2 | 12 | 0
Цветовой показатель | Colour index | | | 0.85 | 1.05 | 2
""",
    "biochemistry": """
Глюкоза | Glucose | ммоль/л | mmol/L | 3.9 | 6.1 | 1
Гликированный гемоглобин | Glycated haemoglobin | % | % | 4 | 6 | 1
Общий белок | Total protein | г/л | g/L | 64 | 83 | 0
Альбумин | Albumin | г/л | g/L | 35 | 52 | 1
Глобулины | Globulins | г/л | g/L | 20 | 35 | 1
Мочевина | Urea | ммоль/л | mmol/L | 2.5 | 8.3 | 1
Креатинин | Creatinine | мкмоль/л | µmol/L | 53 | 97 | 0
Мочевая кислота | Uric acid | мкмоль/л | µmol/L | 150 | 420 | 0
Билирубин общий | Bilirubin, total | мкмоль/л | µmol/L | 5 | 21 | 1
Билирубин прямой | Bilirubin, direct | мкмоль/л | µmol/L | | 5.1 | 1
Билирубин непрямой | Bilirubin, indirect | мкмоль/л | µmol/L | 3.4 | 15.4 | 1
АЛТ | ALT | Ед/л | U/L | 7 | 41 | 0
АСТ | AST | Ед/л | U/L | 10 | 40 | 0
Щелочная фосфатаза | Alkaline phosphatase | Ед/л | U/L | 40 | 130 | 0
Гамма-ГТ | Gamma-GT | Ед/л | U/L | 8 | 61 | 0
ЛДГ | LDH | Ед/л | U/L | 135 | 225 | 0
Креатинкиназа | Creatine kinase | Ед/л | U/L | 30 | 190 | 0
Креатинкиназа-МВ | Creatine kinase MB | Ед/л | U/L | | 25 | 1
Альфа-амилаза | Alpha-amylase | Ед/л | U/L | 28 | 100 | 0
Амилаза панкреатическая | Pancreatic amylase | Ед/л | U/L | 13 | 53 | 0
Липаза | Lipase | Ед/л | U/L | 13 | 60 | 0
Холинэстераза | Cholinesterase | Ед/л | U/L | 4620 | 11500 | 0
С-реактивный белок | C-reactive protein | мг/л | mg/L | | 5 | 1
Ревматоидный фактор | Rheumatoid factor | МЕ/мл | IU/mL | | 14 | 1
Антистрептолизин-О | Antistreptolysin O | МЕ/мл | IU/mL | | 200 | 0
Калий | Potassium | ммоль/л | mmol/L | 3.5 | 5.1 | 2
Натрий | Sodium | ммоль/л | mmol/L | 136 | 145 | 0
Хлор | Chloride | ммоль/л | mmol/L | 98 | 107 | 0
Кальций общий | Calcium, total | ммоль/л | mmol/L | 2.15 | 2.55 | 2
Кальций ионизированный | Calcium, ionised | ммоль/л | mmol/L | 1.15 | 1.29 | 2
Фосфор неорганический | Phosphate, inorganic | ммоль/л | mmol/L | 0.81 | 1.45 | 2
Лактат | Lactate | ммоль/л | mmol/L | 0.5 | 2.2 | 1
Цистатин C | Cystatin C | мг/л | mg/L | 0.5 | 1.0 | 2
Тропонин I | Troponin I | нг/л | ng/L | | 19 | 1
""",
    "urine": """
Относительная плотность | Specific gravity | г/л | g/L | 1010 | 1025 | 0
Реакция (pH) | Reaction (pH) | | | 5.0 | 7.0 | 1
Белок | Protein | г/л | g/L | | 0.14 | 2
Глюкоза в моче | Urine glucose | ммоль/л | mmol/L | | 1.7 | 1
Уробилиноген | Urobilinogen | мкмоль/л | µmol/L | | 17 | 1
Лейкоциты в поле зрения | White cells per field | в п/зр. | per field | | 5 | 0
Эритроциты в поле зрения | Red cells per field | в п/зр. | per field | | 2 | 0
Эпителий плоский | Squamous epithelium | в п/зр. | per field | | 5 | 0
Эпителий переходный | Transitional epithelium | в п/зр. | per field | | 1 | 0
Объём порции | Sample volume | мл | mL | 50 | 250 | 0
Микроальбумин | Microalbumin | мг/л | mg/L | | 20 | 1
Креатинин в моче | Urine creatinine | ммоль/л | mmol/L | 7.1 | 17.7 | 1
""",
    "hormones": """
Тиреотропный гормон | Thyrotropin (TSH) | мМЕ/л | mIU/L | 0.4 | 4.0 | 2
Тироксин общий (T4) | Thyroxine, total (T4) | нмоль/л | nmol/L | 66 | 181 | 1
Тироксин свободный (T4) | Thyroxine, free (T4) | пмоль/л | pmol/L | 10.3 | 24.5 | 1
Трийодтиронин общий (T3) | Triiodothyronine, total (T3) | нмоль/л | nmol/L | 1.2 | 3.1 | 2
Трийодтиронин свободный (T3) | Triiodothyronine, free (T3) | пмоль/л | pmol/L | 2.6 | 5.7 | 2
Антитела к ТПО | Anti-TPO antibodies | МЕ/мл | IU/mL | | 34 | 1
Антитела к тиреоглобулину | Anti-thyroglobulin antibodies | МЕ/мл | IU/mL | | 115 | 1
Тиреоглобулин | Thyroglobulin | нг/мл | ng/mL | 3.5 | 77 | 1
Кортизол утренний | Cortisol, morning | нмоль/л | nmol/L | 171 | 536 | 0
Кортизол вечерний | Cortisol, evening | нмоль/л | nmol/L | 64 | 327 | 0
АКТГ | ACTH | пг/мл | pg/mL | 7.2 | 63.3 | 1
Пролактин | Prolactin | мМЕ/л | mIU/L | 102 | 496 | 0
Макропролактин | Macroprolactin | мМЕ/л | mIU/L | 20 | 190 | 0
Лютеинизирующий гормон | Luteinising hormone | МЕ/л | IU/L | 1.7 | 8.6 | 2
Фолликулостимулирующий гормон | Follicle-stimulating hormone | МЕ/л | IU/L | 1.5 | 12.4 | 2
Эстрадиол | Oestradiol | пмоль/л | pmol/L | 90 | 716 | 0
Прогестерон | Progesterone | нмоль/л | nmol/L | 0.6 | 4.7 | 2
17-ОН-прогестерон | 17-OH-progesterone | нмоль/л | nmol/L | 0.3 | 3.3 | 2
Тестостерон общий | Testosterone, total | нмоль/л | nmol/L | 8.6 | 29 | 1
Тестостерон свободный | Testosterone, free | пг/мл | pg/mL | 4.5 | 42 | 1
ГСПГ | SHBG | нмоль/л | nmol/L | 18 | 114 | 1
ДГЭА-сульфат | DHEA sulphate | мкмоль/л | µmol/L | 2.7 | 9.2 | 2
Андростендион | Androstenedione | нг/мл | ng/mL | 0.4 | 3.1 | 2
Инсулин | Insulin | мкЕд/мл | µU/mL | 2.6 | 24.9 | 1
С-пептид | C-peptide | нг/мл | ng/mL | 1.1 | 4.4 | 2
Паратгормон | Parathyroid hormone | пг/мл | pg/mL | 15 | 65 | 1
Кальцитонин | Calcitonin | пг/мл | pg/mL | | 9.5 | 1
Соматотропный гормон | Growth hormone | нг/мл | ng/mL | 0.1 | 3.0 | 2
ИФР-1 | IGF-1 | нг/мл | ng/mL | 94 | 284 | 0
Альдостерон | Aldosterone | пг/мл | pg/mL | 25 | 315 | 0
Ренин | Renin | мкМЕ/мл | µIU/mL | 4.4 | 46.1 | 1
Антимюллеров гормон | Anti-Mullerian hormone | нг/мл | ng/mL | 1.0 | 10.6 | 2
""",
    "lipids": """
Холестерин общий | Cholesterol, total | ммоль/л | mmol/L | 3.2 | 5.2 | 2
Холестерин ЛПВП | HDL cholesterol | ммоль/л | mmol/L | 1.03 | 1.9 | 2
Холестерин ЛПНП | LDL cholesterol | ммоль/л | mmol/L | 1.5 | 3.4 | 2
Холестерин ЛПОНП | VLDL cholesterol | ммоль/л | mmol/L | 0.26 | 1.04 | 2
Холестерин не-ЛПВП | Non-HDL cholesterol | ммоль/л | mmol/L | 2.0 | 3.8 | 2
Холестерин остаточный | Remnant cholesterol | ммоль/л | mmol/L | | 0.8 | 2
Триглицериды | Triglycerides | ммоль/л | mmol/L | 0.5 | 1.7 | 2
Индекс атерогенности | Atherogenic index | | | 1.5 | 3.5 | 1
Аполипопротеин A1 | Apolipoprotein A1 | г/л | g/L | 1.04 | 2.02 | 2
Аполипопротеин B | Apolipoprotein B | г/л | g/L | 0.66 | 1.33 | 2
Соотношение АпоB/АпоA1 | ApoB/ApoA1 ratio | | | 0.3 | 0.9 | 2
Липопротеин (a) | Lipoprotein (a) | мг/дл | mg/dL | | 30 | 1
Фосфолипиды | Phospholipids | ммоль/л | mmol/L | 1.8 | 3.1 | 2
Свободные жирные кислоты | Free fatty acids | ммоль/л | mmol/L | 0.1 | 0.6 | 2
""",
    "coagulation": """
АЧТВ | APTT | с | s | 25 | 37 | 1
Протромбиновое время | Prothrombin time | с | s | 9.4 | 12.5 | 1
Протромбин по Квику | Prothrombin (Quick) | % | % | 70 | 120 | 0
Протромбиновый индекс | Prothrombin index | % | % | 80 | 110 | 0
МНО | INR | | | 0.85 | 1.15 | 2
Тромбиновое время | Thrombin time | с | s | 14 | 21 | 1
Фибриноген | Fibrinogen | г/л | g/L | 2.0 | 4.0 | 2
D-димер | D-dimer | нг/мл | ng/mL | | 250 | 0
Антитромбин III | Antithrombin III | % | % | 83 | 128 | 0
Протеин C | Protein C | % | % | 70 | 140 | 0
Протеин S | Protein S | % | % | 60 | 130 | 0
Фактор VIII | Factor VIII | % | % | 50 | 150 | 0
Фактор IX | Factor IX | % | % | 65 | 150 | 0
Фактор XII | Factor XII | % | % | 50 | 140 | 0
Фактор Виллебранда | Von Willebrand factor | % | % | 50 | 160 | 0
Плазминоген | Plasminogen | % | % | 75 | 140 | 0
Время свёртывания, начало | Clotting time, start | мин | min | 2 | 5 | 1
Время свёртывания, конец | Clotting time, end | мин | min | 5 | 10 | 1
""",
    "minerals": """
Витамин A | Vitamin A | мкг/мл | µg/mL | 0.3 | 0.8 | 2
Витамин B1 | Vitamin B1 | нг/мл | ng/mL | 2.1 | 4.3 | 1
Витамин B2 | Vitamin B2 | нг/мл | ng/mL | 137 | 370 | 0
Витамин B5 | Vitamin B5 | нг/мл | ng/mL | 11 | 150 | 1
Витамин B6 | Vitamin B6 | нг/мл | ng/mL | 8.7 | 27.2 | 1
Витамин B9 | Vitamin B9 | нг/мл | ng/mL | 3.1 | 20.5 | 1
Витамин B12 | Vitamin B12 | пг/мл | pg/mL | 197 | 771 | 0
Витамин C | Vitamin C | мкг/мл | µg/mL | 4 | 20 | 1
Витамин D (25-OH) | Vitamin D (25-OH) | нг/мл | ng/mL | 30 | 100 | 1
Витамин E | Vitamin E | мкг/мл | µg/mL | 5 | 18 | 1
Витамин K1 | Vitamin K1 | нг/мл | ng/mL | 0.13 | 1.19 | 2
Магний | Magnesium | ммоль/л | mmol/L | 0.66 | 1.07 | 2
Цинк | Zinc | мкмоль/л | µmol/L | 10.7 | 18.4 | 1
Медь | Copper | мкмоль/л | µmol/L | 11 | 22 | 1
Селен | Selenium | мкг/л | µg/L | 70 | 150 | 0
Марганец | Manganese | мкг/л | µg/L | 0.3 | 2.1 | 2
Йод | Iodine | мкг/л | µg/L | 45 | 90 | 0
Кобальт | Cobalt | мкг/л | µg/L | 0.1 | 0.4 | 2
Хром | Chromium | мкг/л | µg/L | 0.05 | 0.5 | 2
Молибден | Molybdenum | мкг/л | µg/L | 0.4 | 2.0 | 2
Омега-3 индекс | Omega-3 index | % | % | 4 | 8 | 1
""",
    "markers": """
Альфа-фетопротеин | Alpha-fetoprotein | МЕ/мл | IU/mL | | 5.8 | 2
РЭА | CEA | нг/мл | ng/mL | | 4.7 | 2
CA 125 | CA 125 | Ед/мл | U/mL | | 35 | 1
CA 15-3 | CA 15-3 | Ед/мл | U/mL | | 25 | 1
CA 19-9 | CA 19-9 | Ед/мл | U/mL | | 27 | 1
CA 72-4 | CA 72-4 | Ед/мл | U/mL | | 6.9 | 2
CA 242 | CA 242 | Ед/мл | U/mL | | 20 | 1
HE4 | HE4 | пмоль/л | pmol/L | | 70 | 1
ПСА общий | PSA, total | нг/мл | ng/mL | | 4 | 2
ПСА свободный | PSA, free | нг/мл | ng/mL | | 0.9 | 2
Cyfra 21-1 | Cyfra 21-1 | нг/мл | ng/mL | | 3.3 | 2
НСЕ | NSE | нг/мл | ng/mL | | 16.3 | 1
SCC | SCC antigen | нг/мл | ng/mL | | 1.5 | 2
S100 | S100 protein | мкг/л | µg/L | | 0.1 | 2
Хромогранин A | Chromogranin A | мкг/л | µg/L | | 100 | 1
Бета-2-микроглобулин | Beta-2-microglobulin | мг/л | mg/L | | 2.4 | 2
Бета-ХГЧ | Beta-hCG | мМЕ/мл | mIU/mL | | 5 | 1
""",
    "immunology": """
Иммуноглобулин A | Immunoglobulin A | г/л | g/L | 0.7 | 4.0 | 2
Иммуноглобулин G | Immunoglobulin G | г/л | g/L | 7 | 16 | 2
Иммуноглобулин M | Immunoglobulin M | г/л | g/L | 0.4 | 2.3 | 2
Иммуноглобулин E общий | Immunoglobulin E, total | МЕ/мл | IU/mL | | 100 | 1
Комплемент C3 | Complement C3 | г/л | g/L | 0.9 | 1.8 | 2
Комплемент C4 | Complement C4 | г/л | g/L | 0.1 | 0.4 | 2
CD3+ Т-лимфоциты | CD3+ T cells | % | % | 60 | 80 | 1
CD4+ Т-хелперы | CD4+ T helper cells | % | % | 33 | 50 | 1
CD8+ Т-цитотоксические | CD8+ T cytotoxic cells | % | % | 16 | 39 | 1
CD19+ В-лимфоциты | CD19+ B cells | % | % | 7 | 17 | 1
CD16+/56+ NK-клетки | CD16+/56+ NK cells | % | % | 6 | 20 | 1
Соотношение CD4/CD8 | CD4/CD8 ratio | | | 1.0 | 2.5 | 2
ЦИК | Circulating immune complexes | у.е. | a.u. | 30 | 90 | 0
Интерлейкин-6 | Interleukin-6 | пг/мл | pg/mL | | 7 | 1
Интерлейкин-8 | Interleukin-8 | пг/мл | pg/mL | | 62 | 1
Интерлейкин-10 | Interleukin-10 | пг/мл | pg/mL | | 9.1 | 1
Фактор некроза опухоли альфа | Tumour necrosis factor alpha | пг/мл | pg/mL | | 8.1 | 1
Прокальцитонин | Procalcitonin | нг/мл | ng/mL | | 0.5 | 2
""",
    "gases": """
pH крови | Blood pH | | | 7.35 | 7.45 | 2
pCO2 | pCO2 | мм рт. ст. | mmHg | 35 | 45 | 1
pO2 | pO2 | мм рт. ст. | mmHg | 80 | 100 | 1
HCO3 актуальный | HCO3, actual | ммоль/л | mmol/L | 21 | 28 | 1
HCO3 стандартный | HCO3, standard | ммоль/л | mmol/L | 22 | 26 | 1
Анионный промежуток | Anion gap | ммоль/л | mmol/L | 8 | 16 | 1
Сатурация | Saturation | % | % | 94 | 99 | 1
Карбоксигемоглобин | Carboxyhaemoglobin | % | % | | 1.5 | 1
Метгемоглобин | Methaemoglobin | % | % | | 1.5 | 1
Оксигемоглобин | Oxyhaemoglobin | % | % | 93 | 98 | 1
Буферные основания | Buffer base | ммоль/л | mmol/L | 42 | 54 | 1
""",
    "iron": """
Железо | Iron | мкмоль/л | µmol/L | 9 | 30 | 1
Ферритин | Ferritin | мкг/л | µg/L | 20 | 250 | 1
Трансферрин | Transferrin | г/л | g/L | 2.0 | 3.6 | 2
ОЖСС | TIBC | мкмоль/л | µmol/L | 45 | 76 | 1
ЛЖСС | UIBC | мкмоль/л | µmol/L | 24 | 53 | 1
Насыщение трансферрина | Transferrin saturation | % | % | 20 | 50 | 1
Растворимые рецепторы трансферрина | Soluble transferrin receptor | мг/л | mg/L | 1.9 | 4.4 | 2
Гепсидин | Hepcidin | нг/мл | ng/mL | 2.5 | 55 | 1
Эритропоэтин | Erythropoietin | мМЕ/мл | mIU/mL | 4.3 | 29 | 1
Гаптоглобин | Haptoglobin | г/л | g/L | 0.3 | 2.0 | 2
Церулоплазмин | Caeruloplasmin | г/л | g/L | 0.2 | 0.6 | 2
Гомоцистеин | Homocysteine | мкмоль/л | µmol/L | 5 | 15 | 1
Голотранскобаламин | Holotranscobalamin | пмоль/л | pmol/L | 25 | 165 | 1
""",
}

_ALLERGENS = """
Пыльца берёзы | Birch pollen
Пыльца ольхи | Alder pollen
Пыльца лещины | Hazel pollen
Пыльца дуба | Oak pollen
Пыльца тимофеевки | Timothy grass pollen
Пыльца ржи | Rye pollen
Пыльца полыни | Mugwort pollen
Пыльца амброзии | Ragweed pollen
Пыльца подорожника | Plantain pollen
Клещ D. pteronyssinus | Mite D. pteronyssinus
Клещ D. farinae | Mite D. farinae
Эпителий кошки | Cat epithelium
Эпителий собаки | Dog epithelium
Эпителий лошади | Horse epithelium
Перо попугая | Parrot feathers
Плесень Alternaria | Mould Alternaria
Плесень Aspergillus | Mould Aspergillus
Плесень Cladosporium | Mould Cladosporium
Яд пчелы | Bee venom
Яд осы | Wasp venom
Белок яйца | Egg white
Желток яйца | Egg yolk
Молоко коровье | Cow's milk
Молоко козье | Goat's milk
Казеин | Casein
Пшеница | Wheat
Рожь | Rye
Соя | Soya
Арахис | Peanut
Фундук | Hazelnut
Миндаль | Almond
Грецкий орех | Walnut
Треска | Cod
Лосось | Salmon
Креветки | Shrimps
Томат | Tomato
Морковь | Carrot
Яблоко | Apple
Банан | Banana
Апельсин | Orange
Клубника | Strawberry
Мёд | Honey
Какао | Cocoa
Латекс | Latex
"""

_NEGATIVE = ("не обнаружено", "not found")
_FOUND: tuple[Both, ...] = (("обнаружено", "found"), ("следы", "traces"), ("1+", "1+"), ("2+", "2+"))
_FINDINGS = """
Цвет | Colour | соломенно-жёлтый | straw yellow | тёмно-жёлтый | dark yellow
Прозрачность | Clarity | прозрачная | clear | мутная | cloudy
Кетоновые тела | Ketone bodies
Билирубин в моче | Urine bilirubin
Нитриты | Nitrites
Гемоглобин в моче | Urine haemoglobin
Цилиндры гиалиновые | Hyaline casts
Цилиндры зернистые | Granular casts
Бактерии | Bacteria
Дрожжевые грибы | Yeasts
Слизь | Mucus
Ураты | Urates
Оксалаты | Oxalates
Фосфаты | Phosphates
"""


@cache
def panels() -> dict[str, Panel]:
    """All panels, by name."""
    return {name: _panel(name, title) for name, title in _PANELS.items()}


def _panel(name: str, title: Both) -> Panel:
    if name == "allergy":
        allergens = [_split(line) for line in _ALLERGENS.strip().splitlines()]
        unit = ("кЕ/л", "kU/L")
        return Panel(name, title, tuple(Analyte((ru, en), unit, None, 0.35, 2) for ru, en in allergens))
    return Panel(
        name,
        title,
        tuple(_analyte(line) for line in _ANALYTES[name].strip().splitlines()),
        tuple(_finding(line) for line in _FINDINGS.strip().splitlines()) if name == "urine" else (),
    )


def _analyte(line: str) -> Analyte:
    ru, en, unit_ru, unit_en, low, high, decimals = _split(line)
    return Analyte(
        name=(ru, en),
        unit=(unit_ru, unit_en),
        low=float(low) if low else None,
        high=float(high) if high else None,
        decimals=int(decimals),
    )


def _finding(line: str) -> Finding:
    ru, en, *words = _split(line)
    if not words:
        return Finding((ru, en), _NEGATIVE, _FOUND)
    return Finding((ru, en), (words[0], words[1]), ((words[2], words[3]),))


def _split(line: str) -> list[str]:
    return [part.strip() for part in line.split("|")]
