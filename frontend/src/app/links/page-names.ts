/** Words that pages beside the stage have in their links, behind `#v1/`. Nothing is imported here: workers read it. */
export const PAGE_NAMES = [
  'published',
  'check',
  'timeline',
  'compare',
  'report',
  'lessons',
  'room',
  'kernel',
  'machine',
] as const;
