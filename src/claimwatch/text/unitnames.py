"""The units that are known, by the signs and the words that pages have for them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its `name` in normal form ("" is none), the `kind` of amount, and the factors to that kind's base.

    There are several factors where people disagree (a megabyte), and `also` where one sign has several meanings ("m").
    """

    name: str = ""
    kind: str = ""
    factors: tuple[Fraction, ...] = (Fraction(1),)
    also: tuple[Unit, ...] = ()


NONE = Unit()

# A line a unit: kind, signs (the first is the name), factor to the base of the kind; then the words for it in the common languages.
# Signs are read with their capitals, words without; "_" in a word is a space.
_LISTED = """
time ns 1/1000000000: nanosecond nanoseconds nsec
time µs us μs 1/1000000: microsecond microseconds usec
time ms 1/1000: millisecond milliseconds msec msecs millis millisekunden millisecondes milisegundos 毫秒 ミリ秒
time s 1: sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden 秒 秒钟 秒間 секунд секунды
time min 60: mins minute minutes minuten minuto minutos minuti minuut 分钟 分鐘 分間 минут минуты
time h 3600: hr hrs hour hours stunde stunden heure heures hora horas ora ore uur uren 小时 小時 時間 часов часа
time d 86400: day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen 天 日間 日 дней дня
time w 604800: week weeks woche wochen semaine semaines semana semanas settimana settimane weken 周 週間 недель недели
month mo 1: month months monat monate monaten mois mes meses mese mesi mês maand maanden 个月 か月 ヶ月 месяцев месяца
month yr 12: yrs year years jahr jahre jahren an ans année années año años anno anni ano anos jaar 年 年間 лет года
% % ％ 1: percent per_cent pct prozent pour_cent pourcent por_ciento por_cento per_cento procent процентов
% ‰ 1/10:
points pp 1: percentage_points percentage_point prozentpunkte
x x × X 1: times fold mal fois veces volte vezes keer 倍
token token tok 1: tokens token toks jetons
length nm 1/1000000000:
length µm 1/1000000:
length mm 1/1000: millimetre millimetres millimeter millimeters
length cm 1/100: centimetre centimetres centimeter centimeters zentimeter
length m 1: metre metres meter meters mètres metros metri
length km 1000: kilometre kilometres kilometer kilometers kilomètres kilómetros chilometri 公里
length in ″ 0.0254: inch inches zoll
length ft 0.3048: foot feet
length mi 1609.344: mile miles
area mm² 1/1000000:
area cm² 1/10000:
area m² 1: sqm
area km² 1000000:
area ha 10000: hectare hectares hektar
weight µg 1/1000000:
weight mg 1/1000:
weight g 1: gram grams gramm grammes gramos
weight kg 1000: kilo kilos kilogram kilograms kilogramm kilogrammes 公斤
weight t 1000000: tonne tonnes tonnen
weight lb lbs 453.59237: pound pounds
weight oz 28.349523125: ounce ounces
volume µl 1/1000000:
volume ml mL 1/1000: millilitre millilitres milliliter milliliters
volume cl 1/100:
volume dl 1/10:
volume l L 1: litre litres liter liters litros litri
celsius °C ℃ 1:
fahrenheit °F ℉ 1:
angle ° 1: degree degrees grad
power mW 1/1000:
power W 1: watt watts
power kW 1000: kilowatt kilowatts
power MW 1000000:
power GW 1000000000:
energy Wh 1:
energy kWh 1000:
energy MWh 1000000:
voltage mV 1/1000:
voltage V 1: volt volts
voltage kV 1000:
current mA 1/1000:
current A 1: amp amps ampere amperes
charge mAh 1/1000:
charge Ah 1:
frequency Hz 1:
frequency kHz 1000:
frequency MHz 1000000:
frequency GHz 1000000000:
rotation rpm RPM 1: revolutions_per_minute
level dB 1:
light lm 1:
pixels px 1: pixel pixels
density dpi DPI ppi 1:
pressure Pa 1:
pressure hPa mbar 100:
pressure kPa 1000:
pressure MPa 1000000:
pressure bar 100000:
pressure psi 6894.757293168:
megapixels MP 1: megapixel megapixels
flops GFLOPS 1000000000:
flops TFLOPS TFLOPs 1000000000000:
flops PFLOPS 1000000000000000:
USD USD $ US$ 1: dollar dollars
cent ¢ 1: cent cents
EUR EUR € 1: euro euros
GBP GBP £ 1:
¥ ¥ ￥ 1:
JPY JPY 1: yen 円
CNY CNY RMB 1: yuan 元
INR INR ₹ 1: rupee rupees
CHF CHF 1: franken
KRW KRW ₩ 1:
CAD CAD C$ 1:
AUD AUD A$ 1:
frame/time frame/s fps FPS 1:
request/time request/s rps RPS 1:
query/time query/s qps QPS 1:
tps TPS tps 1:
iops IOPS 1:
"""
CURRENCIES = ("US$", "C$", "A$", "$", "€", "£", "¥", "￥", "₹", "₩", "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "RMB", "INR", "CAD", "AUD")
CURRENCY_KINDS = frozenset({"USD", "EUR", "GBP", "¥", "JPY", "CNY", "INR", "CHF", "KRW", "CAD", "AUD", "cent"})
_PREFIXES = (("k", "kilo", "kibi"), ("M", "mega", "mebi"), ("G", "giga", "gibi"), ("T", "tera", "tebi"), ("P", "peta", "pebi"))


def rate(over: Unit, under: Unit) -> Unit:
    """One unit by another: GB/s."""
    factors = tuple(dict.fromkeys(a / b for a, b in product(over.factors, under.factors)))
    return Unit(f"{over.name}/{under.name}", f"{over.kind}/{under.kind}", factors)


def _listed() -> tuple[dict[str, Unit], dict[str, Unit]]:
    signs: dict[str, Unit] = {}
    words: dict[str, Unit] = {}
    for line in _LISTED.strip().splitlines():
        left, _, names = line.partition(":")
        kind, *written, factor = left.split()
        unit = Unit(written[0], kind, (Fraction(factor),))
        signs.update(dict.fromkeys(written, unit))
        words.update(dict.fromkeys((name.replace("_", " ") for name in names.split()), unit))
    return signs, words


def _add_data(signs: dict[str, Unit], words: dict[str, Unit]) -> None:
    """Bytes and bits with their prefixes: those of 1,000 may be meant as those of 1,024."""
    for kind, short, long in (("byte", "B", "byte"), ("bit", "b", "bit"), ("bit", "bit", "bit")):
        words[long] = words[long + "s"] = Unit(short, kind)
        if short != "b":
            signs[short] = words[long]
        for power, (letter, name, binary) in enumerate(_PREFIXES, 1):
            ten, two = Fraction(1000**power), Fraction(1024**power)
            either = Unit(letter.upper() + short, kind, (ten, two))
            exact = Unit(letter.upper() + "i" + short, kind, (two,))
            signs[letter + short] = signs[letter.upper() + short] = either
            signs[letter.upper() + "i" + short] = exact
            for ending in ("", "s"):
                words[name + long + ending], words[binary + long + ending] = either, exact
    words.update({name.lower(): signs[name] for name in ("KB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB")})
    signs.update({old: signs[new] for old, new in (("Ko", "KB"), ("Mo", "MB"), ("Go", "GB"), ("To", "TB"))})
    signs.update({f"{p}bps": rate(signs[f"{p}b"], signs["s"]) for p in ("K", "k", "M", "G", "T")})


SIGNS, WORDS = _listed()
"""Units by sign, as written, and by word, folded."""
_add_data(SIGNS, WORDS)
SIGNS["m"] = Unit("m", "length", (Fraction(1),), also=(SIGNS["min"],))
SIGNS["mph"], SIGNS["kph"] = rate(SIGNS["mi"], SIGNS["h"]), rate(SIGNS["km"], SIGNS["h"])
