#!/usr/bin/env python3
"""Checks corpus documents of `affray corpus`, and the answers of another program against them.

    check.py CORPUS...                       are the documents coherent in themselves?
    check.py CORPUS... --answers FILE        and what does the other program say otherwise?
    check.py CORPUS... --answers FILE --named    the same, of the acts alone that the answers name

CORPUS is a file of one case or of many, or a folder of such files. Exit status: 0 all agrees, 1 something differs or is not coherent, 2 wrong use or
a file that cannot be read. README.md beside this file says what the fields mean and how answers are written. Needs Python 3.8 and nothing else.
"""
import argparse
import json
import os
import re
import sys

VERSION = 1


class Unusable(Exception):
    """Why a file cannot be used."""


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError) as why:
        raise Unusable(f"{path}: {why}") from None


def cases_of(paths):
    """All cases of the named files and folders, by their ids."""
    files = []
    for path in paths:
        if os.path.isdir(path):
            found = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names if name.endswith(".json")]
            files.extend(sorted(found))
        else:
            files.append(path)
    cases = {}
    for path in files:
        document = read(path)
        several = document.get("cases", [document]) if isinstance(document, dict) else None
        if not isinstance(several, list) or not all(isinstance(case, dict) and isinstance(case.get("id"), str) for case in several):
            raise Unusable(f"{path}: this is no corpus document")
        for case in several:
            if case.get("schema_version") != VERSION:
                raise Unusable(f"{path}: version {case.get('schema_version')} of the form, and this program knows {VERSION}")
            if case["id"] in cases:
                raise Unusable(f"{path}: the case {case['id']} is there twice")
            cases[case["id"]] = case
    if not cases:
        raise Unusable("there is no case in what was named")
    return cases


# ---------------------------------------------------------------- is a case coherent?

def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


LISTS = ("proves", "records", "inputs", "acts", "order", "changes", "not_done", "expects", "reasons")


def incoherent(case):
    """What is wrong with a case in itself, in words."""
    missing = [name for name in LISTS if not isinstance(case.get(name), list)]
    if missing:
        return [f"`{name}` is no list" for name in missing]
    try:
        parts = (of_dice, of_acts, of_order, of_reasons, of_values)
        return [fault for part in parts for fault in part(case)]
    except (KeyError, TypeError, AttributeError, IndexError) as why:
        return [f"it has not the form of a case: {type(why).__name__} {why}"]


def of_dice(case):
    for roll in case["inputs"]:
        if roll["kind"] != "roll":
            continue
        what = f"the roll of {roll['who']} for {roll['purpose']} ({roll['moment'] or 'at the beginning'})"
        count, sides, faces, total = roll["count"], roll["sides"], roll["faces"], roll["total"]
        if not all(map(is_number, [count, sides, total, *faces])) or count < 1 or sides < 1:
            yield f"{what} is of no dice"
            continue
        if faces and len(faces) != count:
            yield f"{what} shows {len(faces)} faces of {count} dice"
        for face in faces:
            if not 1 <= face <= sides:
                yield f"{what} shows {face} on a die with {sides} sides"
        tally = roll.get("tally")
        if faces:
            wanted = tallied(faces, tally)
            if wanted is not None and wanted != total:
                yield f"{what} comes to {wanted}, and {total} is said"
        elif tally is None and not count <= total <= count * sides:
            yield f"{what} cannot come to {total} with {count} dice of {sides} sides"


def tallied(faces, tally):
    """What comes of faces; nothing where the words of the tally are not known here."""
    if tally is None:
        return sum(faces)
    more, best = re.fullmatch(r"(\d+) or more", tally), re.fullmatch(r"highest (\d+)", tally)
    if more:
        return sum(face >= int(more[1]) for face in faces)
    if best:
        return sum(sorted(faces)[-int(best[1]):])
    return None


def of_acts(case):
    acts = case["acts"]
    for number, act in enumerate(acts):
        if act["number"] != number:
            yield f"act {number} of the list has the number {act['number']}"
    declared = [given["act"] for given in case["inputs"] if given["kind"] == "declaration"]
    if len(set(declared)) != len(declared):
        yield "an act is declared twice"
    for act in acts:
        if act["declared"] != (act["number"] in declared):
            yield f"act {act['number']} ({act['text']}) is {'declared, and' if act['declared'] else 'not declared, and yet'} among the declarations it is {'not' if act['declared'] else ''}"
    for given in case["inputs"]:
        if given["kind"] == "declaration":
            yield from of_act(case, given, "the declaration")
    for ended in case["not_done"]:
        if not 0 <= ended["act"] < len(acts) or acts[ended["act"]]["actor"] != ended["actor"]:
            yield f"{ended['text']} ({ended['how']}) is none of the acts"


def of_act(case, one, what):
    acts = case["acts"]
    if not 0 <= one["act"] < len(acts):
        yield f"{what} {one['text']} is of act {one['act']}, which there is not"
        return
    act = acts[one["act"]]
    if (act["actor"], act["action"]) != (one["actor"], one["action"]):
        yield f"{what} {one['text']} is of act {one['act']}, which is {act['text']}"


def of_order(case):
    place, before = 0, None
    for number, batch in enumerate(case["order"], 1):
        if batch["batch"] != number:
            yield f"batch {number} of the list has the number {batch['batch']}"
        if not batch["acts"]:
            yield f"batch {number} has no acts"
        if before is not None and is_earlier(batch["at"], before):
            yield f"batch {number} ({batch['moment']}) comes after a later moment"
        before = batch["at"]
        done = [(step["act"], step["stage"]) for step in batch["acts"]]
        if len(set(done)) != len(done):
            yield f"batch {number} carries one stage of an act out twice"
        for step in batch["acts"]:
            place += 1
            if step["place"] != place:
                yield f"place {place} of the order has the number {step['place']}"
            yield from of_act(case, step, "what is carried out,")


def is_earlier(at, before):
    """Whether a period with numbers comes before another one."""
    for one, other in zip(at, before):
        if one["phase"] != other["phase"] or one.get("number") is None or other.get("number") is None:
            return False
        if one["number"] != other["number"]:
            return one["number"] < other["number"]
    return False


def of_reasons(case):
    batch_of = {step["place"]: batch["batch"] for batch in case["order"] for step in batch["acts"]}
    for reason in case["reasons"]:
        first, second = reason["first"], reason["second"]
        if first not in batch_of or second not in batch_of or first >= second:
            yield f"a reason is of the places {first} and {second}"
        elif reason["together"] != (batch_of[first] == batch_of[second]):
            yield f"the places {first} and {second} are {'not ' if reason['together'] else ''}in one batch, and the reason says otherwise"


def of_values(case):
    values, known = {}, set()
    for record in case["records"]:
        of = (record["of"], record["name"])
        if of in known:
            yield f"{record['name']} is there twice"
        known.add(of)
        if record.get("start") is not None:
            if set(record["start"]) != set(record["end"]):
                yield f"{record['name']} has other attributes at the end than at the beginning"
            values[of] = dict(record["start"])
    for change in case["changes"]:
        of = (change["of"], change["record"])
        if of not in known:
            yield f"{change['record']} changes and is none of the records"
        own = values.get(of)
        if own is None:
            continue
        if own.get(change["attribute"]) != change["old"]:
            yield f"{change['attribute']} of {change['record']} was {shown(own.get(change['attribute']))}, and a change says {shown(change['old'])}"
        own[change["attribute"]] = change["new"]
    for record in case["records"]:
        own = values.get((record["of"], record["name"]))
        for name, value in sorted((own or {}).items()):
            if record["end"].get(name) != value:
                yield f"{name} of {record['name']} is {shown(record['end'].get(name))} at the end, and its changes lead to {shown(value)}"
    sides = {name for of, name in known if of == "side"}
    for record in case["records"]:
        if record["of"] == "combatant" and record["end"].get("side") not in sides:
            yield f"{record['name']} is of a side that there is not"


def shown(value):
    if isinstance(value, dict):
        return f"{value.get('number')} {value.get('unit')}"
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- does another program agree?

def answers_of(path):
    """The answers of a program, by the ids of the cases."""
    document = read(path)
    answers = document.get("answers") if isinstance(document, dict) else None
    if not isinstance(answers, list):
        raise Unusable(f"{path}: `answers` is no list")
    if document.get("schema_version") != VERSION:
        raise Unusable(f"{path}: version {document.get('schema_version')} of the form of answers, and this program knows {VERSION}")
    found = {}
    for answer in answers:
        why = unreadable(answer)
        if why:
            raise Unusable(f"{path}: {why}")
        if answer["id"] in found:
            raise Unusable(f"{path}: {answer['id']} is answered twice")
        found[answer["id"]] = answer
    return found


def unreadable(answer):
    """What is wrong with the form of an answer."""
    if not isinstance(answer, dict) or not isinstance(answer.get("id"), str):
        return "an answer has no `id`"
    name = answer["id"]
    unknown = set(answer) - {"id", "order", "end"}
    if unknown:
        return f"{name}: `{sorted(unknown)[0]}` is no part of an answer"
    order, end = answer.get("order", []), answer.get("end", {})
    if not isinstance(order, list) or not isinstance(end, dict) or not all(isinstance(values, dict) for values in end.values()):
        return f"{name}: `order` is a list and `end` an object of objects"
    for period in order:
        if not isinstance(period, dict) or set(period) != {"at", "batches"}:
            return f"{name}: a period has `at` and `batches`"
        at, batches = period["at"], period["batches"]
        if not isinstance(at, list) or not all(isinstance(part, list) and len(part) == 2 and isinstance(part[0], str) for part in at):
            return f'{name}: `at` is a list of pairs: [["round", 1]]'
        if not isinstance(batches, list) or not all(isinstance(batch, list) and batch for batch in batches):
            return f"{name}: `batches` is a list of lists that are not empty"
        for act in (act for batch in batches for act in batch):
            if not isinstance(act, str) and not (isinstance(act, dict) and "actor" in act and set(act) <= {"actor", "action", "stage"}):
                return f"{name}: an act is its words, or an object with `actor` and, if you like, `action` and `stage`"
    return None


def is_within(at, wanted):
    """Whether a batch is in a period; an answer need not know the inner ones."""
    own = [[part["phase"], part.get("number", part.get("turn_of"))] for part in at]
    return own[: len(wanted)] == wanted


def is_meant(wanted, step):
    if isinstance(wanted, str):
        return wanted == step["text"]
    return all(step[name] == value for name, value in wanted.items())


def matched(wanted, steps):
    """Whether each act of an answer is another one of these, and all are used. As few as acts of one batch are, they are tried one after the other."""
    if len(wanted) != len(steps):
        return False
    if not wanted:
        return True
    first, rest = wanted[0], wanted[1:]
    tried = set()
    for number, step in enumerate(steps):
        alike = (step["text"], step["actor"], step["action"], step["stage"])
        if alike not in tried and is_meant(first, step) and matched(rest, steps[:number] + steps[number + 1:]):
            return True
        tried.add(alike)
    return False


def words(act):
    return act if isinstance(act, str) else " ".join(act[part] for part in ("actor", "action", "stage") if part in act)


def told(batch, of):
    return ", with ".join(sorted(map(of, batch)))


def when(at):
    return ", ".join(f"{phase} {number}" for phase, number in at) or "the whole run"


def differs(case, answer, named):
    """What an answer says otherwise than a case, in words."""
    order = answer.get("order")
    for period in order or []:
        batches = [batch["acts"] for batch in case["order"] if is_within(batch["at"], period["at"])]
        if named:
            acts = [act for batch in period["batches"] for act in batch]
            batches = [[step for step in batch if any(is_meant(act, step) for act in acts)] for batch in batches]
            batches = [batch for batch in batches if batch]
        yield from differs_in(when(period["at"]), batches, period["batches"])
    if order is not None and not named:
        for batch in case["order"]:
            if not any(is_within(batch["at"], period["at"]) for period in order):
                yield f"nothing is answered for {batch['moment'] or 'the beginning'}, where {told(batch['acts'], lambda step: step['text'])} comes"
    records = {}
    for record in case["records"]:
        records.setdefault(record["name"], record)
    for name, values in sorted(answer.get("end", {}).items()):
        if name not in records:
            yield f"there is no {name} in this case"
            continue
        for attribute, value in sorted(values.items()):
            end = records[name]["end"]
            if attribute not in end:
                yield f"{name} has no {attribute} in this case"
            elif not same(end[attribute], value):
                yield f"{attribute} of {name} is {shown(end[attribute])} at the end, and the answer has {shown(value)}"


def same(one, other):
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def differs_in(period, batches, answered):
    for number in range(max(len(batches), len(answered))):
        text = lambda step: step["text"]
        if number >= len(batches):
            yield f"{period}: behind all that comes the answer has {told(answered[number], words)}"
        elif number >= len(answered):
            yield f"{period}: {told(batches[number], text)} comes as number {number + 1}, and the answer has nothing more"
        elif not matched(answered[number], batches[number]):
            yield f"{period}: {told(batches[number], text)} comes as number {number + 1}, and the answer has {told(answered[number], words)}"
        else:
            continue
        # What comes later differs for the same reason.
        return


def main():
    parser = argparse.ArgumentParser(description="Checks corpus documents of affray, and the answers of another program against them.")
    parser.add_argument("corpus", nargs="+", metavar="CORPUS", help="a corpus document, or a folder of them")
    parser.add_argument("--answers", metavar="FILE", help="the answers of the other program")
    parser.add_argument("--named", action="store_true", help="compare the acts alone that the answers name")
    parser.add_argument("--all", action="store_true", help="a case without an answer is a difference too")
    typed = parser.parse_args()
    try:
        cases = cases_of(typed.corpus)
        answers = answers_of(typed.answers) if typed.answers else {}
        strangers = sorted(set(answers) - set(cases))
        if strangers:
            raise Unusable(f"{typed.answers}: there is no case {strangers[0]}")
    except Unusable as why:
        print(f"check.py: {why}", file=sys.stderr)
        return 2
    faulty = 0
    for name, case in sorted(cases.items()):
        faults = [f"not coherent: {fault}" for fault in incoherent(case)]
        if name in answers and not faults:
            faults = list(differs(case, answers[name], typed.named))
        elif typed.answers and typed.all and not faults:
            faults = ["it is not answered"]
        for fault in faults:
            print(f"{name}: {fault}")
        faulty += bool(faults)
    compared = f", {len(answers)} answered" if typed.answers else ""
    print(f"{len(cases)} cases{compared}, {faulty} with differences" if typed.answers else f"{len(cases)} cases, {faulty} not coherent")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
