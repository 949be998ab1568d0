// SPDX-License-Identifier: Apache-2.0
// What the check can and cannot see, as data: from the accepted result of `make forgeries`, the core's description of
// itself, and what docs/architecture.md says of the two checks. docs/check.md and the app's page are made of it.
import { readFileSync } from "node:fs";
import { openCore } from "../lib/core.mjs";

const read = (path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const NUMBERS = ["captures", "forged", "different", "incomplete"];

/** Headings of the lies that can go unnoticed, by what it would take to notice them. */
const UNTIL = {
  captures:
    "Not noticed in these captures: they lack the events that would show it",
  check:
    "Not noticed by this check: the captures have the events that would show it",
  never: "Cannot be noticed",
};

const total = (of, name) => of.reduce((sum, line) => sum + line[name], 0);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const oneLine = (text) => text.replaceAll("\n", " ");

/** Rows of the accepted result; `missed`: forged captures in which nothing was found to differ. */
function results() {
  const [head, ...rows] = read("wasm-core/tests/golden/forgeries.tsv")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.map((row) => {
    const of = Object.fromEntries(head.map((name, i) => [name, row[i]]));
    for (const name of NUMBERS) of[name] = Number(of[name]);
    return { ...of, missed: of.forged - of.different };
  });
}

/** The section on the two checks: its paragraphs, but for those that lead to other pages, and the rows of its table. */
function checks() {
  const section =
    read("docs/architecture.md")
      .split("\n### Why two checks\n")[1]
      ?.split(/\n##/)[0] ?? "";
  const blocks = section.trim().split("\n\n");
  const at = blocks.findIndex((block) => block.startsWith("| event |"));
  const replayed = [
    ...(blocks[at] ?? "").matchAll(/^\| `(\w+)` \| (.*) \|$/gm),
  ].map(([, kind, words]) => ({
    kind,
    words,
  }));
  if (at < 1 || replayed.length === 0)
    throw new Error(
      'docs/architecture.md has no section "Why two checks" with a table of events',
    );
  const prose = blocks
    .filter((block, i) => i !== at && !block.includes("]("))
    .map(oneLine);
  return { checks: prose, replayed };
}

/** What the accounts of a record prove: the section's paragraphs. */
function balanceWords() {
  const section = read("docs/architecture.md")
    .split("\n### Why balances\n")[1]
    ?.split(/\n##/)[0];
  if (!section)
    throw new Error('docs/architecture.md has no section "Why balances"');
  return section.trim().split("\n\n").map(oneLine);
}

/** What a balance is of, in words: an account for each part. */
const PARTS = {
  all: "",
  device: "each device",
  zone: "each zone",
  node: "each node",
  setting: "each sysctl",
  witness: "each of the decisions below, and each field",
};

/** Why each may miss by how much: the core does not carry it. */
function slacks() {
  const rows = read("wasm-core/include/mms/balances.def").matchAll(
    /^\tB\((\w+), [^"]*"[^"]*", "[^"]*", \\\n\t {2}"([^"]*)"\)/gm,
  );
  return new Map([...rows].map(([, name, slack]) => [name, slack]));
}

/** `about`: the machine whose events it is of, or record: any capture's. */
function balances(tables) {
  const slack = slacks();
  return tables.balances.map(({ name, about, relation, part, left, right }) => {
    if (!slack.has(name)) throw new Error(`balances.def: no slack of ${name}`);
    return {
      name,
      about,
      of: PARTS[part],
      sums: [left, relation === "most" ? "≤" : "=", right].join(" "),
      slack: slack.get(name),
    };
  });
}

/** Of which decisions other places of the kernel tell, and which: the core does not carry it. */
function witnesses(tables) {
  const rows = read("wasm-core/include/mms/witness.def").matchAll(
    /^\tW\((\w+), \d+, (\w+), (\w+),[^"]*, "([^"]*)", \\\n\t {2}"([^"]*)", "([^"]*)"\)/gm,
  );
  const found = [...rows].map(
    ([, name, about, kind, fields, words, place]) => ({
      name,
      about,
      kind,
      fields: fields.split(" "),
      words,
      place,
    }),
  );
  if (
    found.reduce((sum, { fields }) => sum + 1 + fields.length, 0) !==
    tables.witnesses.length
  )
    throw new Error("witness.def: a row that cannot be read");
  return found;
}

/** `one 2 of 64, all 1 of 16`: where a lie can go unnoticed. */
const missed = (of) =>
  of
    .map((line) => `${line.extent} ${line.missed} of ${line.forged}`)
    .join(", ");

/** One for each lie and reason. */
const unnoticed = (of) =>
  Object.values(Object.groupBy(of, (line) => `${line.lie}\t${line.why}`)).map(
    (lie) => ({
      lie: lie[0].lie,
      missed: missed(lie),
      incomplete: total(lie, "incomplete"),
      why: lie[0].why,
    }),
  );

const REMEDIES = { captures: "other captures", check: "a better check" };

/** Fields that are taken on trust, each with what could show a lie; '' where nothing could. */
function trusted(of) {
  const because = of
    .filter((line) => line.until && line.trusts)
    .flatMap((line) =>
      line.trusts.split(" ").map((field) => ({ field, until: line.until })),
    );
  return Object.entries(Object.groupBy(because, ({ field }) => field)).map(
    ([field, all]) => {
      const remedies = [
        ...new Set(all.flatMap(({ until }) => REMEDIES[until] ?? [])),
      ];
      return {
        field,
        remedy:
          remedies.length > 0
            ? `${remedies.join(" or ")} could show a lie`
            : "",
      };
    },
  );
}

/** The machine that decides by a policy. */
const MACHINES = {
  swap_by_node: "swap",
  swap_round_robin: "swap",
  zone_fairness: "zones",
  swap_in: "swap_in",
  interleave: "interleave",
};

function policyFacts({ name, doc }, lines) {
  const of = lines.filter((line) => line.policy === name);
  const kinds = Object.values(Object.groupBy(of, (line) => line.lie)).filter(
    (lie) => total(lie, "forged") > 0,
  );
  return {
    name,
    doc: capital(doc),
    machine: MACHINES[name],
    kinds: kinds.length,
    always: kinds
      .filter((lie) => total(lie, "missed") === 0)
      .map(([line]) => line.lie),
    forged: total(of, "forged"),
    noticed: total(of, "different"),
    extents: ["one", "tenth", "all"].map((extent) => {
      const here = of.filter((line) => line.extent === extent);
      const [forged, noticed, incomplete] = [
        "forged",
        "different",
        "incomplete",
      ].map((key) => total(here, key));
      return {
        extent,
        forged,
        noticed,
        incomplete,
        missed: forged - noticed - incomplete,
      };
    }),
    unnoticed: Object.entries(UNTIL).map(([until, title]) => {
      const here = of.filter((line) => line.until === until);
      return {
        until,
        title,
        missed: total(here, "missed"),
        lies: unnoticed(here),
      };
    }),
    trusted: trusted(of),
  };
}

/** An event of which each field was altered. */
function eventFacts({ name }, lines) {
  const of = lines.filter((line) => line.policy === `event ${name}`);
  const kinds = Object.values(Object.groupBy(of, (line) => line.lie)).filter(
    (lie) => total(lie, "forged") > 0,
  );
  return {
    kind: name,
    kinds: kinds.length,
    always: kinds.filter((lie) => total(lie, "missed") === 0).length,
    forged: total(of, "forged"),
    noticed: total(of, "different"),
    lies: unnoticed(of.filter((line) => line.missed > 0)),
  };
}

export async function checkFacts() {
  const { tables } = await openCore();
  const lines = results();
  return {
    about:
      "The check recomputes each decision from what its event says, and compares the event with what other events say. " +
      "To know what that is worth we lie to it: a forger for each kind of lie alters real captures as a hostile kernel " +
      "would, an event together with what depends on it, for one decision (four times), a tenth of them, and all. A lie " +
      "counts as noticed only if the check then finds something *different*, or an account that does not balance: `incomplete` " +
      "is no accusation. The first 20,000 events of each capture are forged. What no reader would let in is not counted as a lie.",
    eventsAbout:
      "These lies nobody thought of. Each field of each event is altered by chance: by an amount up to about its own size; to " +
      "what another event has there; together with all that the policy then decides and writes; and wherever the same is " +
  "recorded, in events of any kind. Events are left out, repeated in place of the next, and change places with it. Each such lie " +
      "is written once in each capture that has the event, of one event, a tenth of them, or all, in its first 6,000 events.",
    ...checks(),
    balanceWords: balanceWords(),
    balances: balances(tables),
    witnesses: witnesses(tables),
    policies: tables.enums.policy.map((policy) => policyFacts(policy, lines)),
    events: tables.event.kinds
      .map((event) => eventFacts(event, lines))
      .filter(({ forged }) => forged > 0),
    forged: total(lines, "forged"),
    noticed: total(lines, "different"),
  };
}
