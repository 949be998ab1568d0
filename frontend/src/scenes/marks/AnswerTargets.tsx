/** Where one may point: the same as the list of answers beside the drawing, which keyboards and screen readers use. */
import type { FC } from 'react';
import type { Targets } from '../scene';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `boxOf`: where a place stands; null where it is not drawn. */
export const AnswerTargets: FC<{ targets: Targets; boxOf: (place: number) => Box | null }> = ({
  targets,
  boxOf,
}) => (
  <g aria-hidden="true" className="targets">
    {targets.places.map((place) => {
      const box = boxOf(place);
      return (
        box && (
          <rect
            key={place}
            {...box}
            rx="4"
            className={place === targets.chosen ? 'target chosen' : 'target'}
            data-target={place}
            onClick={() => {
              targets.choose(place);
            }}
          />
        )
      );
    })}
  </g>
);
