/** The report of a capture on the timeline, and what leads from it into scenes. */
import { useEffect, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { ReportPage } from '../report/ReportPage';
import { scenes } from '../scenes';
import type { Catalog } from '../sources/catalog';
import { NONE, type SourceSpec } from '../sources/spec';
import type { PaneId } from '../stage/view';
import type { CaptureReport } from '../trace/capture-report';
import { traceHelper } from '../trace/helper';
import { timelineHref } from './pages';
import { timelineOf } from './TimelineRoute';

interface Props {
  catalog: Catalog;
  slot: PaneId;
  /** Opens a source in a pane of the stage, in a scene. */
  openIn: (scene: string, spec: SourceSpec) => void;
}

const titleOf = (id: string) => scenes.find((s) => s.id === id)?.title ?? null;

export const ReportRoute: FC<Props> = ({ catalog, slot, openIn }) => {
  const timeline = timelineOf(catalog);
  const { info, spec } = useStore(timeline.store, (s) => s.slots[slot]);
  const [report, setReport] = useState<CaptureReport | null>(null);
  const [said, setSaid] = useState('');
  // Counts what was added: the report is another then.
  const [added, setAdded] = useState(0);
  useEffect(() => {
    let gone = false;
    void timeline.report(slot).then((found) => {
      if (!gone) setReport(found);
    });
    return () => {
      gone = true;
    };
  }, [timeline, slot, info, spec, added]);
  const add = async (file: File) => {
    const failure = await timeline.addSnapshot(slot, file);
    setSaid(failure ? `${failure.message} ${failure.advice}` : `${file.name} was added.`);
    setAdded((n) => n + 1);
  };
  const open = async (scene: string) => {
    if (spec.kind !== 'file' || !spec.blob) {
      openIn(scene, spec.kind === 'model' ? NONE : spec);
      return;
    }
    setSaid('Reading what scenes can show…');
    const made = await traceHelper().captureText({ kind: 'blob', blob: spec.blob });
    if (!made.ok) {
      setSaid(made.failure.message);
      return;
    }
    setSaid('');
    const format = report ? `, derived from ${report.report.format}` : '';
    openIn(scene, { kind: 'file', name: `${spec.name}${format}`, blob: made.blob });
  };
  return (
    <ReportPage
      report={report}
      titleOf={titleOf}
      timeline={timelineHref(timeline.link())}
      said={said}
      add={(file) => void add(file)}
      openIn={(scene) => void open(scene)}
    />
  );
};
