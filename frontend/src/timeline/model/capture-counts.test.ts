/** What the report and the timeline count, beside what awk counts in the same text, line by line. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { load } from '../../trace/testing/loader';
import { FOREIGN } from '../../trace/testing/samples';
import { idleProgress } from '../testing/progress';
import { Capture } from './capture';

/** Times in µs, as the text has them; `name` is the event's, `rest` what follows it. */
const HEAD = String.raw`
  !match($0, /^ *.*-[0-9]+ +\[[0-9]+\] [^ ]+ +[0-9]+\.[0-9]+: [a-z_0-9]+:/) { next }
  {
    head = substr($0, 1, RLENGTH); rest = substr($0, RLENGTH + 2)
    n = split(head, words, " "); name = words[n]; sub(/:$/, "", name)
    split(words[n - 1], clock, /[.:]/); t = clock[1] * 1000000 + clock[2]
    comm = head; sub(/ +\[[0-9]+\] .*/, "", comm); sub(/^ +/, "", comm)
    pid = comm; sub(/.*-/, "", pid); sub(/-[0-9]+$/, "", comm)
  }
  function of(key,  m) { return match(rest, "(^| )" key "=[0-9]+") ? substr(rest, RSTART + length(key) + 1 + (substr(rest, RSTART, 1) == " "), RLENGTH - length(key) - 1 - (substr(rest, RSTART, 1) == " ")) : "" }
`;

const DIRECT = String.raw`
  name == "mm_vmscan_direct_reclaim_begin" { if (pid in since) unended++; since[pid] = t }
  name == "mm_vmscan_direct_reclaim_end" {
    if (pid in since) { whole++; got += of("nr_reclaimed"); if (t - since[pid] > longest) longest = t - since[pid]; delete since[pid] }
    else { unbegun++; others += of("nr_reclaimed") }
  }
  END { for (p in since) unended++; print unended + 0, unbegun + 0, whole + 0, longest + 0, got + 0, others + 0 }
`;
const SCANNED = String.raw`
  name == "mm_vmscan_lru_shrink_inactive" {
    k = of("nid") (comm ~ /^kswapd[0-9]/ ? " kswapd" : " tasks")
    scanned[k] += of("nr_scanned"); got[k] += of("nr_reclaimed")
  }
  END { for (k in scanned) print k, scanned[k], got[k] }
`;
/** A request is its disk and first sector; the latest issue of one is the one that is completed. */
const DEPTH = String.raw`
  name == "block_rq_issue" || name == "block_rq_complete" {
    split(rest, w, " "); dev = w[1]; sub(/,/, ":", dev)
    for (i = 2; i in w && w[i + 1] != "+"; i++);
    key = dev " " w[i]
    if (name == "block_rq_issue") from[key] = t
    else if (key in from) { print dev, from[key], t; delete from[key] }
    delete w
  }
`;

const awk = (program: string, text: string): string[][] =>
  execFileSync('awk', [HEAD + program], { input: text, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '));

const unpacked = (path: string): string => {
  const packed = readFileSync(path);
  return (path.endsWith('.zst') ? zstdDecompressSync(packed) : gunzipSync(packed)).toString();
};

describe.each(['numa-reclaim.txt.zst', 'debian-6.1-default.txt.gz', 'debian-6.12-default.txt.gz'])(
  'ftrace/%s',
  async (file) => {
    const text = unpacked(join(FOREIGN, 'ftrace', file));
    const loaded = await load(text);
    const { store } = loaded;
    const { derived } = captureReport(loaded, 'a');

    it('direct reclaims: from beginning to end, halves, pages and the longest', () => {
      const direct = derived.waits.find(({ name }) => name === 'direct reclaim');
      const { held, got, gotUnbegun, ...halves } = direct ?? { unended: 0, unbegun: 0 };
      const [[unended, unbegun, n, longest, pages, others] = []] = awk(DIRECT, text).map((row) =>
        row.map(Number),
      );
      expect(halves).toMatchObject({ unended, unbegun });
      expect([held?.n ?? 0, held?.longest ?? 0]).toEqual([n, 1000 * (longest ?? 0)]);
      expect([got ?? 0, gotUnbegun ?? 0]).toEqual([pages, others]);
    });

    it('reclaimed of scanned, by node and by who did it', () => {
      const found = derived.efficiency.map((e) => [e.nid, e.by, e.scanned, e.reclaimed].join(' '));
      expect(found.length).toBeGreaterThan(1);
      expect(found.toSorted()).toEqual(
        awk(SCANNED, text)
          .map((row) => row.join(' '))
          .toSorted(),
      );
    });

    it('how many requests of each disk are in flight, at every change', async () => {
      const capture = await Capture.of(store, idleProgress);
      const requests = awk(DEPTH, text).map(([dev = '', from, to]) => ({
        ...{ dev, from: 1000 * Number(from), to: 1000 * Number(to) },
      }));
      const base = Number(store.base);
      const devices = new Set(requests.map(({ dev }) => dev));
      expect(requests.length).toBeGreaterThan(50);
      for (const dev of devices) {
        const own = requests.filter((request) => request.dev === dev);
        const level = capture.tracks.find(({ name }) => name === `${dev} in flight`)?.level;
        const changes = [...new Set(own.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
        for (const [i, t] of changes.slice(0, -1).entries()) {
          const next = changes[i + 1] ?? t;
          const depth = own.filter(({ from, to }) => from <= t && t < to).length;
          const mean = level?.mean(t - base, next - base) ?? NaN;
          expect(Math.abs(mean - depth), `${dev} at ${t}: ${mean}, not ${depth}`).toBeLessThan(1e-6);
        }
      }
    });
  },
);
