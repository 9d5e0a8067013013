"""How a script in Python is told what to do: `answers N` and `time N`, line by line."""

import sys
import time


def listen(version, answers, work):
    print(version, flush=True)
    for line in sys.stdin:
        asked, count = line.split()
        if asked == "answers":
            for answer in answers(int(count)):
                print(answer)
            print(".", flush=True)
        else:
            begun = time.process_time()
            for _ in range(int(count)):
                work()
            print(time.process_time() - begun, flush=True)
