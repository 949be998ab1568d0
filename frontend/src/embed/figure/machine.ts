/**
 * A machine whose numbers stand in a link, as a figure: its zones as the page of machines draws them, with the walk of a
 * request, and what comes of it.
 */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { plain } from '../../core/message';
import { PasteReader } from '../../pages/machine/module';
import { lookWords, ZONE_TABLE, zoneCells } from '../../pages/machine/phrases';
import { viewOfQuery, type Opened } from '../../pages/machine/query';
import { Tanks } from '../../pages/machine/view/Tanks';
import { zoneId } from '../../pages/machine/zones';
import type { Setting } from './assembly';
import type { Fonts } from './fonts';
import { requestOf } from './machine-facts';
import { paneWidth, type Around } from './sheet';
import type { Theme } from './style';
import { drawAround, sized, type Figure, type Parts } from './svg';

/** Whose drawing it is. */
const SCENE = 'zones';

export interface MachineSheet {
  around: Around;
  parts: Parts;
}

/** `module`: mmpaste.wasm. Throws SourceError where no zone can be drawn. */
export async function machineSheet(
  module: WebAssembly.Module,
  opened: Opened,
  { width, why }: Setting,
): Promise<MachineSheet> {
  const reader = await PasteReader.of(module);
  const { asks, facts } = requestOf(reader.read(new TextEncoder().encode(opened.text)), opened);
  const found = facts(asks.map((ask) => reader.ask(ask)));
  const { drawn, others, all, walk, asif, looks, unlisted, source, label, title, context, provenance } =
    found;
  const own = paneWidth({ panes: [drawn], width });
  const markup = renderToStaticMarkup(
    createElement(Tanks, { drawn, others, walk, asif, width: own, label }),
    {
      identifierPrefix: 'mmA',
    },
  );
  return {
    parts: sized([markup]),
    around: {
      title,
      context,
      panes: [
        {
          pane: 'A',
          title: source,
          provenance: 'kernel',
          told: {
            era: null,
            sentences: looks.map((look, i) => ({ n: i + 1, words: plain(lookWords(look, unlisted)) })),
            functions: [{ fn: 'mm/page_alloc.c:get_page_from_freelist()' }],
            twin: {
              title: plain(ZONE_TABLE.title),
              columns: ZONE_TABLE.columns,
              left: ZONE_TABLE.columns.slice(-1),
              rows: all.zones.map((zone) => ({
                key: zoneId({ node: zone.nid, zone: zone.name }),
                cells: zoneCells(zone),
              })),
              folds: [],
            },
          },
        },
      ],
      width,
      why,
      provenance: [provenance],
      command: `mmscope render '${viewOfQuery(opened.query)}'`,
    },
  };
}

export const drawMachine = ({ around, parts }: MachineSheet, theme: Theme, faces: Fonts | null): Figure =>
  drawAround(around, parts, SCENE, theme, faces);
