"""Plays a whole battle through `sortie engine`: sees it, is asked, answers.

Called with the program and the name of a scenario. It attacks where it can,
walks towards the nearest enemy where it cannot, dodges what it must, and says
at the end who has won.
"""
import json
import subprocess
import sys

engine = subprocess.Popen([sys.argv[1], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

assert json.loads(engine.stdout.readline())["protocol"] == 1


def ask(**request):
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    assert "error" not in answer, answer
    return answer


def nearest(battle, me):
    enemies = [each for each in battle["combatants"] if each["side"] != me["side"] and each["in_play"]]
    return min((gap(me["at"], each["at"]) for each in enemies), default=None), enemies


def gap(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def decide(question, choices, battle):
    legal = [choice for choice in choices if "refused" not in choice]
    if question["kind"] != "turn":
        return legal[0]["order"]
    me = battle["combatants"][question["who"]]
    _, enemies = nearest(battle, me)
    standing = {each["name"] for each in enemies}
    for choice in legal:
        if choice["order"]["do"] in ("combo", "attack") and choice["order"]["at"][0]["who"] in standing:
            return choice["order"]
    for choice in legal:
        if choice["order"]["do"] == "move" and enemies:
            here = min(gap(me["at"], each["at"]) for each in enemies)
            square = min((min(gap(square, each["at"]) for each in enemies), square) for square, _ in choice["squares"])
            if square[0] < here:
                return dict(choice["order"], to=square[1])
    return "end turn"


state = ask(do="new", scenario=sys.argv[2], seed=7, id="first")
assert state["id"] == "first"
for _ in range(5000):
    if state["verdict"]:
        break
    asked = ask(do="choices")
    order = decide(asked["question"], asked["choices"], ask(do="see")["battle"])
    state = ask(do="answer", order=order)
record = ask(do="save")["record"]
again = ask(do="load", record=record)
assert again["verdict"] == state["verdict"], "a saved battle must end as it did"
ask(do="quit")
print(state["verdict"]["why"])
