"""How fast does a run go? 2,000 items with a picture each against a server on this machine that takes 50 ms.

    python benchmarks/runner.py [--items 2000] [--connections 20 100 200] [--delay 0.05]

Beside Inspect and lm-evaluation-harness, each in a virtual environment of its own, and beside a bare loop of requests
that keeps nothing. All put the same questions about the same pictures to the same server, one after the other. A rate
is items by the seconds from the call that evaluates to its end, scoring and storing included. Start-up is the time from
the start of the process until the first question is at the server; whatever a program needs is loaded by then.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from _peers import PEERS, machine, measure, python

OURS = """
import json, sys, time
folder, url, connections = sys.argv[1:4]
import aiohttp, optotype, optotype.statistics, optotype.reading, optotype.metrics.accuracy
import optotype.respondents.endpoint
from optotype.evaluate import Limits
bench = optotype.open(folder + "/bench")
began = time.perf_counter()
result = bench.evaluate(
    "endpoint/judge", settings={"base_url": url}, limits=Limits(connections=int(connections)), name=sys.argv[4]
)
print(json.dumps([time.perf_counter() - began, result.judged[0].overall.value]))
"""

PEER_INSPECT = """
import json, sys, time
folder, url, connections = sys.argv[1:4]
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate
rows = [json.loads(line) for line in open(folder + "/questions.jsonl")]
samples = [
    Sample(
        input=[ChatMessageUser(content=[ContentImage(image=row["picture"]), ContentText(text=row["question"])])],
        target=row["answer"],
    )
    for row in rows
]
model = get_model("openai/judge", base_url=url, api_key="none", responses_api=False)
began = time.perf_counter()
log = eval(
    Task(dataset=MemoryDataset(samples), solver=generate(), scorer=match()),
    model=model,
    max_connections=int(connections),
    max_samples=int(connections),
    log_dir=sys.argv[4],
    display="none",
    temperature=0,
)[0]
assert log.status == "success", log.error
print(json.dumps([time.perf_counter() - began, log.results.scores[0].metrics["accuracy"].value]))
"""

PEER_LM_EVAL = """
import json, sys, time
folder, url, connections = sys.argv[1:4]
import datasets
from PIL import Image
from lm_eval import simple_evaluate
from lm_eval.api.task import ConfigurableTask

def load(**_):
    rows = [json.loads(line) for line in open(folder + "/questions.jsonl")]
    return {"test": datasets.Dataset.from_list(rows)}

class Task(ConfigurableTask):
    def __init__(self):
        super().__init__(config={
            "task": "runner",
            "custom_dataset": load,
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": lambda doc: "<image>" + doc["question"],
            "doc_to_image": lambda doc: [Image.open(doc["picture"])],
            "doc_to_target": lambda doc: doc["answer"],
            "generation_kwargs": {"until": ["\\n\\n"], "max_gen_toks": 16},
            "metric_list": [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}],
            "metadata": {"version": 1},
        })

began = time.perf_counter()
found = simple_evaluate(
    model="local-chat-completions",
    model_args={"model": "judge", "base_url": url + "/chat/completions", "num_concurrent": int(connections),
                "max_retries": 3, "tokenized_requests": False},
    tasks=[Task()],
    apply_chat_template=True,
    log_samples=True,
    bootstrap_iters=0,
)
print(json.dumps([time.perf_counter() - began, found["results"]["runner"]["exact_match,none"]]))
"""

BARE = """
import asyncio, base64, json, sys, time
folder, url, connections = sys.argv[1], sys.argv[2], int(sys.argv[3])
import aiohttp

async def main():
    rows = [json.loads(line) for line in open(folder + "/questions.jsonl")]
    gate = asyncio.Semaphore(connections)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=connections)) as session:
        async def ask(row):
            async with gate:
                picture = base64.b64encode(open(row["picture"], "rb").read()).decode()
                content = [
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64," + picture}},
                    {"type": "text", "text": row["question"]},
                ]
                body = {"model": "judge", "temperature": 0, "messages": [{"role": "user", "content": content}]}
                async with session.post(url + "/chat/completions", json=body) as response:
                    data = await response.json()
                    return data["choices"][0]["message"]["content"] == row["answer"]
        return sum(await asyncio.gather(*(ask(row) for row in rows))) / len(rows)

began = time.perf_counter()
right = asyncio.run(main())
print(json.dumps([time.perf_counter() - began, right]))
"""


def make(folder: Path, count: int) -> None:
    """A bench of yes-or-no questions about a picture each, and the same as lines of JSON for others."""
    from PIL import Image

    import optotype
    from optotype.records import Collection, Gold, Item, Noun, Origin, Picture, YesNo

    chance = random.Random(7)
    bench = optotype.init(folder / "bench")
    records: list[Noun] = [Collection(id="runner", format="draw")]
    with (folder / "questions.jsonl").open("w") as lines:
        for number in range(count):
            small = Image.frombytes("RGB", (48, 36), chance.randbytes(48 * 36 * 3))
            path = folder / f"{number}.png"
            small.resize((384, 288), Image.Resampling.NEAREST).save(path)
            facts = bench.cabinet.keep(path.read_bytes())
            picture = Picture(
                id=f"runner/{number}.png",
                collection="runner",
                name=path.name,
                file=facts.file,
                media_type=facts.media_type,
                width=facts.width,
                height=facts.height,
                size=facts.size,
            )
            question = f"Is there a green square in picture {number}? Answer Yes or No."
            records += [
                picture,
                Item(
                    id=f"runner/{number}",
                    collection="runner",
                    origin=Origin(kind="drawn", by="benchmark"),
                    form=YesNo(),
                    question=question,
                    pictures=(picture.id,),
                    cluster=picture.id,
                ),
                Gold(item=f"runner/{number}", accepted=(number % 2 == 0,), rule="drawn"),
            ]
            answer = "Yes" if number % 2 == 0 else "No"
            lines.write(json.dumps({"picture": str(path), "question": question, "answer": answer}) + "\n")
    with bench.store.event("benchmark") as writer:
        writer.write(add=records)
    bench.close()


async def serve(port: int, delay: float) -> None:
    """A server that reads what it is sent, waits, and says yes."""
    from aiohttp import web

    reply = json.dumps(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "judge",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes"}}],
            "usage": {"prompt_tokens": 300, "completion_tokens": 1, "total_tokens": 301},
        }
    ).encode()

    first: list[float] = []

    async def complete(request: web.Request) -> web.Response:
        if not first:
            first.append(time.time())
        await request.read()
        await asyncio.sleep(delay)
        return web.Response(body=reply, content_type="application/json")

    async def models(_: web.Request) -> web.Response:
        return web.json_response({"data": [{"id": "judge"}]})

    async def since(_: web.Request) -> web.Response:
        return web.json_response([first.pop()])

    app = web.Application(client_max_size=1 << 26)
    app.router.add_get("/v1/first", since)
    app.router.add_post("/v1/chat/completions", complete)
    app.router.add_get("/v1/models", models)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=1024).start()
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--connections", type=int, nargs="+", default=[20, 100, 200])
    parser.add_argument("--delay", type=float, default=0.05)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--only", nargs="+", help="some of: optotype, inspect, lm-eval, bare")
    parser.add_argument("--serve", action="store_true", help="be the server, and nothing else")
    wanted = parser.parse_args()
    if wanted.serve:
        asyncio.run(serve(wanted.port, wanted.delay))
        return
    folder = Path(tempfile.mkdtemp())
    make(folder, wanted.items)
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve", "--port", str(wanted.port), "--delay", str(wanted.delay)]
    )
    try:
        _await(f"http://127.0.0.1:{wanted.port}/v1/models")
        _compare(folder, f"http://127.0.0.1:{wanted.port}/v1", wanted)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


def _compare(folder: Path, url: str, wanted: argparse.Namespace) -> None:
    programs = {"optotype": OURS, "bare": BARE, "inspect": PEER_INSPECT, "lm-eval": PEER_LM_EVAL}
    # what pip installs is compiled, also where Python is told to write no bytecode; what is worked on is not
    compileall.compile_dir(Path(__file__).parents[1] / "src" / "optotype", quiet=1)
    print(machine())
    print("\n| connections | who | items per second | start-up (s) | processor per item (ms) | peak memory (MB) |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for connections in wanted.connections:
        for who in wanted.only or programs:
            interpreter = python(who) if who in PEERS else Path(sys.executable)
            scratch = str(folder / f"{who}-{connections}")
            variables = {"HF_HUB_OFFLINE": "1", "HF_HOME": scratch, "OPENAI_API_KEY": "none"}
            began = time.time()
            took = measure(interpreter, programs[who], str(folder), url, str(connections), scratch, variables=variables)
            seconds, right = json.loads(took.output.splitlines()[-1])
            if not 0.49 < right < 0.51:
                sys.exit(f"{who} scored {right}; half of the answers are yes")
            first = json.loads(urllib.request.urlopen(f"{url}/first").read())[0]
            figures = f"{wanted.items / seconds:,.0f} | {first - began:.2f}"
            used = f"{1000 * took.processor / wanted.items:.2f} | {took.memory:,.0f}"
            print(f"| {connections} | {who} | {figures} | {used} |", flush=True)
            _forget_replies(folder)
    if not wanted.only or "optotype" in wanted.only:
        print(f"\n`optotype eval --limit 1`: its question is at the server after {_command_starts(folder, url):.2f} s")


def _command_starts(folder: Path, url: str, times: int = 5) -> float:
    """Seconds from typing the command to its first question, which loads what is needed and no more: the median."""
    command = [sys.executable, "-m", "optotype", "eval", "--model", "endpoint/judge", "--base-url", url, "--limit", "1"]
    found: list[float] = []
    for _ in range(times):
        began = time.time()
        subprocess.run(command, cwd=folder / "bench", check=True, capture_output=True)
        found.append(json.loads(urllib.request.urlopen(f"{url}/first").read())[0] - began)
        _forget_replies(folder)
    return statistics.median(found)


def _forget_replies(folder: Path) -> None:
    shutil.rmtree(folder / "bench" / "runs", ignore_errors=True)  # so that the next run asks again


def _await(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(url, timeout=1).read()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("the server did not start")


if __name__ == "__main__":
    main()
