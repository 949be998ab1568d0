/** The report of a capture on the timeline, and what leads from it into scenes. */
import { use, useEffect, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { failureOf, sentence, type Failure } from '../../core/error';
import { ReportPage } from '../../pages/report/ReportPage';
import { scenes } from '../../scenes';
import { draws } from '../../scenes/fit';
import type { Catalogue } from '../../capture/sources/catalogue';
import { resolveSource as opened } from '../../capture/sources/resolver';
import type { SourceSpec } from '../../capture/sources/spec';
import type { PaneId } from '../../core/panes';
import type { CaptureReport } from '../../trace/report/capture-report';
import { traceWorker } from '../../trace/worker-client';
import { timelineHref } from '../links/pages';
import { timelineOf } from '../state/timeline';

interface Props {
  catalogue: Catalogue;
  slot: PaneId;
  /** Opens a source in a pane of the stage, in a scene. */
  openIn: (scene: string, spec: SourceSpec) => void;
}

const failureWords = ({ message, advice }: Failure) => `${sentence(message)} ${advice}`;

const titleOf = (id: string) => scenes.find((s) => s.id === id)?.title ?? null;

export const ReportRoute: FC<Props> = ({ catalogue, slot, openIn }) => {
  const timeline = use(timelineOf(catalogue));
  const { info, spec, added } = useStore(timeline.store, (s) => s.slots[slot]);
  const [report, setReport] = useState<CaptureReport | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    let gone = false;
    void timeline.captures.report(slot).then((found) => {
      if (!gone) setReport(found);
    });
    return () => {
      gone = true;
    };
  }, [timeline, slot, info, spec, added]);
  const add = async (files: readonly File[]) => {
    const words: string[] = [];
    for (const file of files) {
      const failure = await timeline.captures.addSnapshot(slot, file);
      words.push(failure ? failureWords(failure) : `${file.name} was added.`);
      setSaid(words.join(' '));
    }
  };
  const count = async (names: readonly string[]) => {
    const failure = await timeline.captures.count(slot, names);
    setSaid(failure ? failureWords(failure) : '');
  };
  const open = async (scene: string) => {
    if (!report || spec.kind === 'none' || report.report.format === 'mmscope') {
      openIn(scene, spec);
      return;
    }
    setSaid('Reading what scenes can show…');
    try {
      const { input, title } = opened(spec, catalogue, document.baseURI);
      if (input.kind === 'model') return;
      const made = await traceWorker().captureText(input, added);
      setSaid(made.ok ? '' : failureWords(made.failure));
      if (!made.ok) return;
      const name = `${title}, derived from ${report.report.format}`;
      openIn(scene, { kind: 'file', name, blob: made.value, doctor: report.doctor });
    } catch (error) {
      setSaid(failureWords(failureOf(error)));
    }
  };
  return (
    <ReportPage
      report={report}
      titleOf={titleOf}
      draws={(id) => scenes.some((s) => s.id === id && draws(s, report?.shown ?? {}))}
      timeline={timelineHref(timeline.link())}
      said={said}
      add={(files) => void add(files)}
      count={(names) => void count(names)}
      openIn={(scene) => void open(scene)}
    />
  );
};
