import { describe, expect, it } from 'vitest';
import { load } from '../testing/loader';
import { tracepointsMeant } from './tracepoints';

const meant = async (text: string) => tracepointsMeant((await load(text)).report);

describe('events that a script calls otherwise', () => {
  it('have the one tracepoint whose name ends so', async () => {
    const text = 'Attaching 3 probes...\n1 rq_issue sector=8\n2 wakeup_kswapd nid=0\n3 rq_issue bytes=4096\n';
    expect(await meant(text)).toEqual([
      { name: 'rq_issue', tracepoint: 'block_rq_issue' },
      { name: 'wakeup_kswapd', tracepoint: 'mm_vmscan_wakeup_kswapd' },
    ]);
  });

  it('have none where several end so, or none does', async () => {
    expect(await meant('Attaching 2 probes...\n1 alloc pfn=8\n2 hello a=1\n')).toEqual([]);
  });

  it('have none where the kernel wrote the name', async () => {
    expect(await meant('# tracer: nop\n#\n     cc-221 [001] ..... 24.193575: rq_issue: a=1\n')).toEqual([]);
  });
});
