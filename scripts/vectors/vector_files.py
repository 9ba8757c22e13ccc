"""The shape of a vector file and its place."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"


def vector_file(title, source, units, tolerance, cases):
    ids = [case["id"] for case in cases]
    repeated = {each for each in ids if ids.count(each) > 1}
    if repeated:
        raise ValueError(f"{title}: ids are not unique: {sorted(repeated)}")
    return {"title": title, "source": source, "units": units, "tolerance": tolerance, "cases": cases}


def case(id, input, output, **more):
    return {"id": id, "input": input, "output": output, **more}


def write(name, contents):
    """One case a line: a difference in a commit is then a case."""
    head = {key: value for key, value in contents.items() if key != "cases"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    cases = ",\n".join("    " + json.dumps(each, ensure_ascii=False) for each in contents["cases"])
    text = "{\n" + "\n".join(lines) + '\n  "cases": [\n' + cases + "\n  ]\n}\n"
    (FOLDER / name).write_text(text, encoding="utf-8")


def committed(name):
    path = FOLDER / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
