"""Names of medicines, vaccines, dishes and procedures: `Russian | English`, one per line.

Medicines, by their international names, have a usual single dose in milligrams as well.
"""

from __future__ import annotations

from functools import cache

from optotype.synth._tables.language import Both

_DRUGS = """
Амлодипин | Amlodipine | 5
Амоксициллин | Amoxicillin | 500
Аторвастатин | Atorvastatin | 20
Ацетилцистеин | Acetylcysteine | 200
Бисопролол | Bisoprolol | 5
Валсартан | Valsartan | 80
Верапамил | Verapamil | 80
Габапентин | Gabapentin | 300
Гидрохлоротиазид | Hydrochlorothiazide | 25
Глибенкламид | Glibenclamide | 5
Гликлазид | Gliclazide | 60
Дабигатран | Dabigatran | 150
Дапаглифлозин | Dapagliflozin | 10
Дезлоратадин | Desloratadine | 5
Диклофенак | Diclofenac | 50
Доксициклин | Doxycycline | 100
Домперидон | Domperidone | 10
Ибупрофен | Ibuprofen | 400
Индапамид | Indapamide | 2.5
Каптоприл | Captopril | 25
Карведилол | Carvedilol | 12.5
Кетопрофен | Ketoprofen | 100
Кларитромицин | Clarithromycin | 500
Клопидогрел | Clopidogrel | 75
Левотироксин | Levothyroxine | 0.1
Левофлоксацин | Levofloxacin | 500
Левоцетиризин | Levocetirizine | 5
Лизиноприл | Lisinopril | 10
Лозартан | Losartan | 50
Лоратадин | Loratadine | 10
Мелоксикам | Meloxicam | 15
Метопролол | Metoprolol | 50
Метформин | Metformin | 500
Моксонидин | Moxonidine | 0.2
Небиволол | Nebivolol | 5
Нимесулид | Nimesulide | 100
Омепразол | Omeprazole | 20
Пантопразол | Pantoprazole | 40
Парацетамол | Paracetamol | 500
Периндоприл | Perindopril | 5
Прегабалин | Pregabalin | 75
Рабепразол | Rabeprazole | 20
Рамиприл | Ramipril | 5
Ривароксабан | Rivaroxaban | 20
Розувастатин | Rosuvastatin | 10
Сертралин | Sertraline | 50
Симвастатин | Simvastatin | 20
Ситаглиптин | Sitagliptin | 100
Спиронолактон | Spironolactone | 25
Тамсулозин | Tamsulosin | 0.4
Телмисартан | Telmisartan | 40
Торасемид | Torasemide | 10
Триметазидин | Trimetazidine | 20
Урсодезоксихолевая кислота | Ursodeoxycholic acid | 250
Фамотидин | Famotidine | 20
Фозиноприл | Fosinopril | 10
Фуросемид | Furosemide | 40
Цетиризин | Cetirizine | 10
Цефиксим | Cefixime | 400
Цефуроксим | Cefuroxime | 250
Эзомепразол | Esomeprazole | 20
Эналаприл | Enalapril | 10
Эплеренон | Eplerenone | 25
"""

_VACCINES = """
Гепатит B | Hepatitis B
Гепатит A | Hepatitis A
Коклюш, дифтерия, столбняк | Pertussis, diphtheria, tetanus
Дифтерия, столбняк | Diphtheria, tetanus
Полиомиелит (ИПВ) | Poliomyelitis (IPV)
Полиомиелит (ОПВ) | Poliomyelitis (OPV)
Гемофильная инфекция | Haemophilus influenzae b
Пневмококк | Pneumococcus
Ротавирус | Rotavirus
Корь, паротит, краснуха | Measles, mumps, rubella
Ветряная оспа | Varicella
Менингококк | Meningococcus
Клещевой энцефалит | Tick-borne encephalitis
Бешенство | Rabies
ВПЧ | HPV
"""

_DISHES = """
Овсяная каша | Oat porridge
Гречневая каша | Buckwheat porridge
Рисовая каша | Rice porridge
Пшённая каша | Millet porridge
Омлет паровой | Steamed omelette
Творожная запеканка | Cottage cheese bake
Сырники | Cottage cheese pancakes
Борщ | Beetroot soup
Щи | Cabbage soup
Рассольник | Pickle soup
Уха | Fish soup
Суп куриный | Chicken soup
Суп овощной | Vegetable soup
Суп-пюре из тыквы | Pumpkin soup
Суп гороховый | Pea soup
Суп с фрикадельками | Meatball soup
Куриная грудка | Chicken breast
Котлеты паровые | Steamed cutlets
Тефтели | Meatballs
Говядина тушёная | Braised beef
Индейка запечённая | Baked turkey
Рыба отварная | Poached fish
Рыба запечённая | Baked fish
Печень тушёная | Braised liver
Плов | Pilaf
Картофельное пюре | Mashed potatoes
Картофель запечённый | Baked potatoes
Макароны | Pasta
Рис отварной | Boiled rice
Овощное рагу | Vegetable stew
Капуста тушёная | Braised cabbage
Голубцы | Cabbage rolls
Перец фаршированный | Stuffed peppers
Винегрет | Beetroot salad
Салат греческий | Greek salad
Яблоко запечённое | Baked apple
Пудинг | Pudding
Блины | Pancakes
Вареники | Dumplings
Каша из тыквы | Pumpkin porridge
Чечевица отварная | Boiled lentils
Фасоль тушёная | Braised beans
Нут запечённый | Baked chickpeas
Салат с курицей | Chicken salad
Салат с рыбой | Fish salad
Салат с говядиной | Beef salad
Салат с фасолью | Bean salad
Запеканка с мясом | Meat bake
Запеканка с рыбой | Fish bake
Запеканка с картофелем | Potato bake
Запеканка с капустой | Cabbage bake
Запеканка с рисом | Rice bake
Омлет с овощами | Vegetable omelette
Омлет с сыром | Cheese omelette
Суп с лапшой | Noodle soup
Суп с рисом | Rice soup
Суп с чечевицей | Lentil soup
Рыбные котлеты | Fish cutlets
Куриные котлеты | Chicken cutlets
Овощные котлеты | Vegetable cutlets
Гуляш | Goulash
Жаркое | Roast with potatoes
Паста с овощами | Pasta with vegetables
Рис с курицей | Rice with chicken
"""

_PROCEDURES = """
Терапевт, первичный приём | Physician, first visit
Терапевт, повторный приём | Physician, follow-up
Кардиолог, первичный приём | Cardiologist, first visit
Кардиолог, повторный приём | Cardiologist, follow-up
Невролог, первичный приём | Neurologist, first visit
Невролог, повторный приём | Neurologist, follow-up
Эндокринолог, первичный приём | Endocrinologist, first visit
Эндокринолог, повторный приём | Endocrinologist, follow-up
Офтальмолог | Ophthalmologist
Оториноларинголог | ENT specialist
Гастроэнтеролог | Gastroenterologist
Пульмонолог | Pulmonologist
Уролог | Urologist
Хирург | Surgeon
Травматолог-ортопед | Orthopaedist
Дерматолог | Dermatologist
Аллерголог-иммунолог | Allergist
Ревматолог | Rheumatologist
Стоматолог | Dentist
Физиотерапевт | Physiotherapist
Диетолог | Dietitian
Психотерапевт | Psychotherapist
УЗИ щитовидной железы | Thyroid ultrasound
УЗИ брюшной полости | Abdominal ultrasound
УЗИ почек | Kidney ultrasound
УЗИ сосудов шеи | Neck vessel ultrasound
УЗИ вен нижних конечностей | Leg vein ultrasound
УЗИ суставов | Joint ultrasound
ЭКГ в покое | Resting ECG
ЭКГ с нагрузкой | Exercise ECG
Суточный мониторинг ЭКГ | 24-hour ECG
Суточный мониторинг АД | 24-hour blood pressure
Эхокардиография | Echocardiography
Спирометрия | Spirometry
Спирометрия с пробой | Spirometry with test
Рентген грудной клетки | Chest X-ray
Рентген кисти | Hand X-ray
Рентген стопы | Foot X-ray
Рентген позвоночника | Spine X-ray
КТ грудной клетки | Chest CT
КТ головного мозга | Head CT
КТ придаточных пазух | Sinus CT
МРТ головного мозга | Brain MRI
МРТ коленного сустава | Knee MRI
МРТ поясничного отдела | Lumbar spine MRI
МРТ шейного отдела | Cervical spine MRI
Гастроскопия | Gastroscopy
Колоноскопия | Colonoscopy
Денситометрия | Bone density scan
Маммография | Mammography
ЭЭГ | EEG
Электромиография | Electromyography
Аудиометрия | Audiometry
Тонометрия глаза | Eye pressure test
Лечебная физкультура | Exercise therapy
Массаж спины | Back massage
Массаж воротниковой зоны | Neck massage
Магнитотерапия | Magnetotherapy
Электрофорез | Electrophoresis
Ингаляция | Inhalation
Вакцинация | Vaccination
Перевязка | Dressing change
Забор крови | Blood sampling
Внутривенная инфузия | Intravenous infusion
"""

_SPIROMETRY = """
ФЖЕЛ, л | FVC, L
ОФВ1, л | FEV1, L
ОФВ1/ФЖЕЛ, % | FEV1/FVC, %
ОФВ0,5, л | FEV0.5, L
ОФВ3, л | FEV3, L
ОФВ6, л | FEV6, L
ПОС, л/с | PEF, L/s
МОС25, л/с | MEF75, L/s
МОС50, л/с | MEF50, L/s
МОС75, л/с | MEF25, L/s
СОС25-75, л/с | MMEF25-75, L/s
ЖЕЛ вдоха, л | IVC, L
ЖЕЛ выдоха, л | EVC, L
РОвд, л | IRV, L
РОвыд, л | ERV, L
Дыхательный объём, л | Tidal volume, L
Ёмкость вдоха, л | IC, L
ООЛ, л | RV, L
ОЕЛ, л | TLC, L
ФОЕ, л | FRC, L
МВЛ, л/мин | MVV, L/min
МОД, л/мин | MV, L/min
"""

_LISTS = {
    "drugs": _DRUGS,
    "vaccines": _VACCINES,
    "dishes": _DISHES,
    "procedures": _PROCEDURES,
    "spirometry": _SPIROMETRY,
}


@cache
def names(of: str) -> tuple[Both, ...]:
    """All names on a list."""
    lines = (line.split(" | ") for line in _LISTS[of].strip().splitlines())
    return tuple((ru, en) for ru, en, *_ in lines)


@cache
def doses() -> dict[Both, float]:
    """The usual single dose of each medicine, in milligrams."""
    lines = (line.split(" | ") for line in _DRUGS.strip().splitlines())
    return {(ru, en): float(dose) for ru, en, dose in lines}
