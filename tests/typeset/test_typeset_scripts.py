"""Every script on the page: each prints in a face of its own, breaks as it should, and is read back by three."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader
from workshop import Workshop, with_tex

from cvpress import process
from cvpress.pdf import text as pdf_text

STRINGS = {
    "latin": "Łukasz Żółć, Đặng Thị Ngọc Ánh, Nguyễn Văn Được, Țîrîiac Ștefan, Ğülşen İnönü ışık, Þóra Æsir Øre, Ŵŷ ẞ",
    "latin_more": "Ọlá Ìwé ŋ Ŋ Ɛ ɔ Kāñcī Ṛṣi Ḥasan Ħal Għaxaq Ľuboš Ťažký Őry Ű Ərəb ʻokina",
    "decomposed": "Zoe\u0308 Nguye\u0302\u0303n m\u0302 \u0254\u0301 \u014b\u0301 e\u0329",
    "greek": "Γεώργιος Παπαδόπουλος Ἀριστοτέλης ᾧ ἐν ἀρχῇ ὁ λόγος ῥᾴδιον",
    "cyrillic": "Иван Щербаков Ёлкина Їжак Ґудзь Љубица Ђорђе Ќирил Қазақ Өзбек ӘҢҮҰҺ",
    "symbols": "→ ≈ µ ° ½ ★ ♯ € ✓ ♥ № ™ ← ⇒ ≠ ≤ ≥ ± × ⅓ ☆ ♭ £ ¥ ₹ ₿ ✔ ♠ ‰ ∞ √ ∑ ∈ ∅ ² ₂ ■ ● ▲ ☎ ✉ ♀ ℃ ⟨ ⟩ ⌘ 𝔸 ┃",
    "chinese": "張偉 张伟 北京大学 國立臺灣大學",
    "japanese": "佐藤 さくら カタカナ「大学」",
    "korean": "김민준 서울대학교",
    "devanagari": "दिल्ली विश्वविद्यालय क्षत्रिय श्री कर्म स्त्री नरेन्द्र मोदी",
    "thai": "กรุงเทพฯ น้ำใจ ที่ปรึกษา ศักดิ์สิทธิ์ ปู่ ฐานี ญูญู ท้องถิ่น",
    "georgian": "თბილისი Երևան አዲስ አበባ",
    "indic": "தமிழ்நாடு কলকাতা తెలుగు ગુજરાત ಕನ್ನಡ മലയാളം ਪੰਜਾਬ ශ්‍රී ភ្នំពេញ ရန်ကုန် ວຽງຈັນ",
    "emoji": "👩‍🔬 👨‍👩‍👧 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇩🇪 🇯🇵 1️⃣ #️⃣ 👍🏽 ❤️ ✈️ 😀",
}
# Whose order on the page is not that of the text
RIGHT_TO_LEFT = {"arabic": "محمد الأمين جامعة القاهرة", "hebrew": "שלום אוניברסיטת תל אביב"}
PAIRS = (
    ("ruled", "libertine"),
    ("refs", "termes"),
    ("onepage", "libertine"),
    ("moderncv-classic", "heros"),
    ("margin-years", "gentium"),
    ("ledger", "ebgaramond"),
    ("homepage", "lato"),
    ("moderncv-banking", "pagella"),
)
"""All templates and all faces."""
HEAD = "研究 วิจัย शोध Έρευνα Работа 👩‍🔬 ★"
PROFILE = """\
schema: 1
name: {{given: Ada, family: Lovelace, native: {native}}}
headline: {headline}
sections:
  one:
    title: "{head}"
    kind: item
    entries:
{entries}
documents:
  cv: {{template: {template}, options: {{face: {face}}}}}
"""


def entries(*texts: str) -> str:
    return "\n".join(f'      - "{text}"' for text in texts)


def shaped(template: str) -> dict[str, tuple[str, str]]:
    """Each string in all four shapes, with its Markdown; emoji have one shape, and one page has no room for all."""
    stars = {"": "", "i": "*", "b": "**", "bi": "***"} if template != "onepage" else {"": ""}
    return {
        f"{name}{shape}": (text, f"{star}{text}{star}")
        for name, text in STRINGS.items()
        for shape, star in stars.items()
        if not shape or name != "emoji"
    }


def built(root: Path, text: str) -> Path:
    """The PDF of a profile, which has to come out without a finding."""
    shop: Workshop = with_tex(root)
    shop.profile(text=text)
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert "error" not in done.err
    return shop.built("ada", "cv.pdf")


def read_by(pdf: Path) -> dict[str, str]:
    poppler = process.run(["pdftotext", "-raw", str(pdf), "-"], cwd=pdf.parent, env=os.environ, timeout=60)
    return {
        "pdfium": "\n".join(pdf_text.pages(pdf)),
        "pypdf": "\n".join(page.extract_text() for page in PdfReader(pdf).pages),
        "pdftotext": poppler.output,
    }


def solid(text: str) -> str:
    """Without white space and TeX's hyphens at line ends, which PDFium marks; composed."""
    joined = re.sub(r"[\ufffe\u00ad]\s*|(?<=\w)-\s*\n\s*", "", text)
    return unicodedata.normalize("NFC", "".join(joined.split()))


@pytest.mark.latex
@pytest.mark.parametrize(("template", "face"), PAIRS)
def test_three_extractors_read_every_script_in_every_face(tmp_path: Path, template: str, face: str) -> None:
    strings = shaped(template)
    text = PROFILE.format(
        native="王小明 नरेन्द्र",
        headline="ศาสตราจารย์ → Профессор",
        head=HEAD,
        entries=entries(
            *(f"<{name}>{markdown}</>" for name, (_, markdown) in strings.items()), *RIGHT_TO_LEFT.values()
        ),
        template=template,
        face=face,
    )
    for extractor, printed in read_by(built(tmp_path, text)).items():
        page = solid(printed)
        found = {
            name: (page.partition(f"<{name}>")[2].partition("</>")[0], solid(strings[name][0])) for name in strings
        }
        assert {name: pair for name, pair in found.items() if pair[0] != pair[1]} == {}, extractor
        for string in RIGHT_TO_LEFT.values():
            assert not Counter(solid(string)) - Counter(page), (extractor, string)
        assert "王小明" in page
        assert "नरेन्द्र" in page
        assert "ศาสตราจารย์→Профессор" in page
        assert solid(HEAD).casefold() in page.casefold()


LONG = {
    "thai": (
        "มหาวิทยาลัยธรรมศาสตร์เป็นสถาบันอุดมศึกษาที่เก่าแก่เป็นอันดับสองของประเทศไทยก่อตั้งขึ้นเมื่อวันที่๒๗มิ"
        "ถุนายนโดยมีวัตถุประสงค์เพื่อให้การศึกษาด้านกฎหมายและการเมืองแก่ประชาชนทั่วไปต่อมาได้ขยายการเรียนการส"
        "อนไปยังสาขาวิชาอื่นอีกมากมายนักวิจัยของเราทำงานร่วมกับชุมชนท้องถิ่นเพื่อพัฒนาเทคโนโลยีที่เหมาะสมกับก"
        "ารเกษตรกรรมอย่างยั่งยืน"
    ),
    "chinese": (
        "北京大学创办于一八九八年，初名京师大学堂，是中国第一所国立综合性大学，也是当时中国最高教育行政机关。"
        "辛亥革命后，于一九一二年改为现名。作为新文化运动的中心和五四运动的策源地，北京大学为民族的振兴和解放"
        "、国家的建设和发展、社会的文明和进步做出了贡献。"
    ),
    "japanese": (
        "東京大学は、東京都文京区に本部を置く日本の国立大学である。一八七七年に設立された。大学の略称は東大。"
        "明治時代に東京開成学校と東京医科学校が合併し、日本で初めての近代的な大学として発足した。「研究と教育"
        "」を通じて社会に貢献することを目指している。"
    ),
    "devanagari": (
        "दिल्ली विश्वविद्यालय भारत सरकार द्वारा वित्त पोषित एक केन्द्रीय विश्वविद्यालय है। इसकी स्थापना सन् १"
        "९२२ में हुई थी और यह अनुसंधान तथा शिक्षण के क्षेत्र में देश के अग्रणी संस्थानों में गिना जाता है। यहाँ"
        " विज्ञान, कला, वाणिज्य और विधि के विभाग हैं।"
    ),
    "korean": (
        "서울대학교는 대한민국 서울특별시 관악구에 위치한 국립대학법인이다. 한국전쟁 이후 여러 단과대학이 하"
        "나의 종합 캠퍼스로 이전하였으며 연구와 교육의 중심 기관으로 발전해 왔다. 국제 공동 연구에도 참여한다"
        "."
    ),
}
LATIN = "A justified paragraph of English words shows where the lines of this page have to end. " * 4


@pytest.mark.latex
@pytest.mark.parametrize("face", ["libertine", "lato"])
def test_a_long_paragraph_of_each_script_stays_inside_the_margins(tmp_path: Path, face: str) -> None:
    text = PROFILE.format(
        native="王",
        headline="x",
        head="y",
        entries=entries(LATIN.strip(), *LONG.values()),
        template="ruled",
        face=face,
    )
    pdf = built(tmp_path, text)
    assert "verfull" not in pdf_log(tmp_path)
    with pdf_text.opened(pdf) as document:
        boxes = list(character_boxes(document[0]))
    right = max(box[1] for box in boxes if "a" <= box[0] <= "z")
    outside = [box for box in boxes if box[1] > right + 6]  # a mark may hang by 0.7 of its width
    assert outside == []
    printed = "\n".join(pdf_text.pages(pdf)).replace("\r", "")
    for name, paragraph in LONG.items():
        lines = [line for line in printed.split("\n") if len(line) > 3 and solid(line.strip("• ")) in solid(paragraph)]
        assert len(lines) >= 2, name
        assert [line for line in lines if line.lstrip("• ")[0] in "，。、」」็่้ๆฯะา"] == [], name


def pdf_log(root: Path) -> str:
    return (root / "build" / ".work" / "ada" / "cv" / "document.log").read_text(encoding="utf-8", errors="replace")


def character_boxes(page: pypdfium2.PdfPage) -> Iterator[tuple[str, float]]:
    """Each character of a page and its right edge, in points."""
    text = page.get_textpage()
    for index, character in enumerate(text.get_text_range()):
        if index < text.count_chars() and character.strip():
            yield character, text.get_charbox(index)[2]
    text.close()


def fonts(pdf: Path) -> set[str]:
    found: set[str] = set()
    for page in PdfReader(pdf).pages:
        resources = page["/Resources"]["/Font"]  # type: ignore[index]
        found |= {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in resources.values()}
    return found


@pytest.mark.latex
def test_a_latin_document_opens_no_other_font(tmp_path: Path) -> None:
    text = PROFILE.format(
        native="Zoë", headline="x", head="y", entries=entries("Łódź – “Émile”"), template="ruled", face="libertine"
    )
    pdf = built(tmp_path, text)
    assert {name for name in fonts(pdf) if not name.startswith("LinLibertine")} == set()
    assert not re.search("Noto|Symbola|Gentium", pdf_log(tmp_path))


@pytest.mark.latex
@pytest.mark.parametrize(("face", "class_"), [("libertine", "Serif"), ("lato", "Sans")])
def test_a_script_is_set_in_the_class_of_the_text_face_and_its_weight(tmp_path: Path, face: str, class_: str) -> None:
    text = PROFILE.format(
        native="Zoë", headline="x", head="y", entries=entries("თ Ե አ **თ** 王 **王**"), template="ruled", face=face
    )
    names = fonts(built(tmp_path, text))
    scripts = {name for name in names if name.startswith("Noto")}
    for wanted_name in ("Georgian-Regular", "Georgian-Bold", "Armenian-Regular", "Ethiopic-Regular"):
        assert f"Noto{class_}{wanted_name}" in scripts
    assert [name for name in scripts if class_ not in name] == []
