/** A kernel in this page, and what leads from it into scenes. */
import type { FC } from 'react';
import { GuestPage } from '../../pages/guest/GuestPage';
import type { SourceSpec } from '../../capture/sources/spec';
import { NONE } from '../../capture/sources/spec';
import { scenes } from '../../scenes';
import { draws } from '../../scenes/fit';
import { checkHref } from '../../stage/state/view';
import { sceneHref } from '../links/pages';

/** For browsers that cannot run it. */
const RECORDED = sceneHref('swap-devices', { kind: 'capture', id: 'four-nodes-roundrobin' }, NONE);

/** `openIn`: a source in a pane of the stage, in a scene. */
export const GuestRoute: FC<{ openIn: (scene: string, spec: SourceSpec) => void }> = ({ openIn }) => (
  <GuestPage
    scenesOf={(kinds) => scenes.filter((scene) => draws(scene, kinds))}
    look={(scene, file) => {
      openIn(scene, { kind: 'file', name: file.name, blob: file });
    }}
    recorded={RECORDED}
    check={checkHref()}
  />
);
