/**
 * A machine whose numbers stand in a link, as a figure: its zones as the page of machines draws them, with the walk of a
 * request, and what comes of it.
 */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SourceError } from '../../core/error';
import { plain } from '../../core/message';
import { LINK_MOST, textOfNumbers, viewOfNumbers } from '../../pages/machine/link';
import { PasteReader } from '../../pages/machine/module';
import {
  distanceCaption,
  lookWords,
  sizeWords,
  verdicts,
  ZONE_TABLE,
  zoneCells,
} from '../../pages/machine/phrases';
import { NO_CHANGE, requestText } from '../../pages/machine/settings';
import { Tanks } from '../../pages/machine/view/Tanks';
import { drawnOf, walkOf, zoneId, zonesOf } from '../../pages/machine/zones';
import { VERSION } from '../../stage/state/view';
import type { Setting } from './assembly';
import type { Fonts } from './fonts';
import { paneWidth, type Around } from './sheet';
import type { Theme } from './style';
import { drawAround, sized, type Figure, type Parts } from './svg';

const VIEW = new RegExp(`^(?:.*#)?(?:${VERSION}/)?machine(?:\\?(.*))?$`, 's');
const NUMBERS = 'numbers=';
/** Whose drawing it is. */
const SCENE = 'zones';

/** The numbers that a view names; null: it is no view of a machine. Throws SourceError where they are none. */
export function numbersIn(view: string): string | null {
  const found = VIEW.exec(view);
  if (!found) return null;
  const [, query = ''] = found;
  const numbers = query.startsWith(NUMBERS) ? query.slice(NUMBERS.length) : '';
  if (textOfNumbers(numbers) === '')
    throw new SourceError('This view has no numbers of a machine.', {
      advice: `Copy a link with them from the page “Your machine”, whole: at most ${LINK_MOST} letters.`,
    });
  return numbers;
}

export interface MachineSheet {
  around: Around;
  parts: Parts;
}

/** `module`: mmpaste.wasm. Throws SourceError where no zone can be drawn. */
export async function machineSheet(
  module: WebAssembly.Module,
  numbers: string,
  { width, why }: Setting,
): Promise<MachineSheet> {
  const reader = await PasteReader.of(module);
  const answer = reader.read(new TextEncoder().encode(textOfNumbers(numbers)));
  const [moment] = answer.moments;
  const zones = moment ? zonesOf(answer, moment.moment) : [];
  const [first] = zones;
  if (!moment || !first) throw new SourceError('These numbers are of no zone that has pages.');
  const request = { gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: Math.min(...zones.map(({ node }) => node)) };
  const [distance = null] = reader.ask(requestText(request, NO_CHANGE)).moments;
  const drawn = drawnOf(zones, distance?.zones ?? []);
  const walk = walkOf(distance);
  const { title, lead } = distanceCaption(distance, moment.page);
  const looks = (distance?.zones ?? []).slice(0, walk.steps.length);
  const size = sizeWords(moment, zones);
  const own = paneWidth({ panes: [moment], width });
  const markup = renderToStaticMarkup(
    createElement(Tanks, { drawn, walk, asif: null, width: own, label: `Zones of a machine: ${size}` }),
    { identifierPrefix: 'mmA' },
  );
  return {
    parts: sized([markup]),
    around: {
      title,
      context: `${lead} A request: ${request.gfp}, one page, from a CPU of node ${request.node}.`.trim(),
      panes: [
        {
          pane: 'A',
          title: `pasted: ${size}`,
          provenance: 'kernel',
          told: {
            era: null,
            sentences: looks.map((look, i) => ({ n: i + 1, words: plain(lookWords(look)) })),
            functions: [{ fn: 'mm/page_alloc.c:get_page_from_freelist()' }],
            twin: {
              title: plain(ZONE_TABLE.title),
              columns: ZONE_TABLE.columns,
              left: ZONE_TABLE.columns.slice(-1),
              rows: drawn.zones.map((zone) => ({
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
      provenance: [
        `Your machine: what a kernel printed at one moment, pasted. Marks recomputed: ${verdicts(zones)}.`,
      ],
      command: `mmscope render '${viewOfNumbers(numbers)}'`,
    },
  };
}

export const drawMachine = ({ around, parts }: MachineSheet, theme: Theme, faces: Fonts | null): Figure =>
  drawAround(around, parts, SCENE, theme, faces);
