# SPDX-License-Identifier: Apache-2.0
"""What the numbers on screen must be, from the texts alone.

Standard input: a JSON list of {"tool", "clock", "path"}: the folder of the sample, its clock ("" where its title names
none), its text, unpacked.
Standard output: a list as long, of each number by its name.
"""

import json
import sys
from pathlib import Path

import kswapd
from texts import read

NUMBERS = {"kswapd": kswapd.told}

texts = json.load(sys.stdin)
found = []
for each in texts:
    text = read(each["tool"], each["clock"], Path(each["path"]).read_bytes())
    found.append({"seconds": text.seconds, **{name: number(text) for name, number in NUMBERS.items()}})
json.dump(found, sys.stdout)
