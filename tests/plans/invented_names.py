"""Names of players and events, half of them in Traditional and half in Simplified characters; the same every time."""

from __future__ import annotations

import random

from referee.chinese import simplified_characters

SURNAMES = (
    "王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅鄭梁謝宋唐許韓馮鄧曹彭曾蕭田董袁潘于蔣蔡余杜葉程蘇魏呂丁"
    "任沈姚盧姜崔鍾譚陸汪范金石廖賈夏韋付方白鄒孟熊秦邱江尹薛閻段雷侯龍史陶黎賀顧毛郝龔邵萬錢嚴覃武戴"
    "莫孔向湯"
)
GIVEN = (
    "偉芳娜秀英敏靜麗強磊軍洋勇艷傑娟濤明超蘭霞平剛桂華建國文輝志紅玉春梅海燕雪榮愛曉東寶林鳳金龍飛鵬"
    "宇浩然子涵欣怡佳琪夢瑤詩雨思嘉俊雅婷慧君瑞博天樂永福祥順德仁義禮信忠孝廉潔光亮晨曦月星雲山河松柏"
    "竹菊荷蓮珍珠瓊瑜瑩琳珊蓓蕾薇萍芝蕙"
)
CITIES = "武漢襄陽孝感黃岡荊州宜昌十堰隨州咸寧鄂州成都綿陽德陽瀘州宜賓南充樂山達州衡陽長沙株洲湘潭岳陽常德青島濟南煙台濰坊"
CUPS = ("盃公開賽", "月賽", "聯賽", "邀請賽", "社區賽", "冠軍賽", "迎春賽", "友誼賽")


def person(number: int) -> str:
    """The name of a person: frequent surnames are frequent, and some people share a name."""
    dice = random.Random(f"person {number}")
    surname = SURNAMES[int(len(SURNAMES) * dice.random() ** 2)]
    return _written(surname + "".join(dice.choices(GIVEN, k=1 if dice.random() < 0.2 else 2)), number)


def event(number: int, year: int) -> str:
    """The name of an event of a year; its number tells it from others."""
    dice = random.Random(f"event {number}")
    at = 2 * dice.randrange(len(CITIES) // 2)
    return _written(f"{year}年{CITIES[at : at + 2]}{dice.choice(CUPS)} 第{number}場", number)


def _written(name: str, number: int) -> str:
    return simplified_characters(name) if number % 2 else name
