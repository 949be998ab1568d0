/** Where one is in a lesson, as its link says. Pure. */
export interface LessonPosition {
  /** From 0. */
  step: number;
  /** For the teacher: notes and answers are shown. */
  answers: boolean;
  /** Of exercises. */
  seed: number;
  /** Address on this server that the lesson is read from; '' where it is one of the page's own. */
  src: string;
}

const number = (text: string | null, most: number): number | null =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** What cannot be read counts as left out. */
export function positionOf(query: string): LessonPosition {
  const given = new URLSearchParams(query);
  return {
    step: Math.max(0, (number(given.get('step'), 999) ?? 1) - 1),
    answers: given.get('answers') === '1',
    seed: number(given.get('seed'), 999_999) ?? 1,
    src: (given.get('src') ?? '').slice(0, 1024),
  };
}

/** `?step=3&answers=1` */
export function queryOf(place: Partial<LessonPosition>): string {
  const pairs = [
    ...(place.src ? [`src=${encodeURIComponent(place.src).replaceAll('%2F', '/')}`] : []),
    ...(place.step === undefined ? [] : [`step=${place.step + 1}`]),
    ...(place.seed === undefined ? [] : [`seed=${place.seed}`]),
    ...(place.answers ? ['answers=1'] : []),
  ];
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
