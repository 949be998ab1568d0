/** Pages and dialogs that the address alone does not open, and where each of them is. */
import { prepareReader } from './links/history';

export const pages = {
  published: () => import('./routes/PublishedRoute'),
  check: () => import('./routes/CheckRoute'),
  compare: () => import('../pages/compare/view/ComparePage'),
  guest: () => import('./routes/GuestRoute'),
  report: () => import('./routes/ReportRoute'),
  lessons: () => import('./routes/LessonRoute'),
  // A class is shown views by their links.
  room: async () => (await Promise.all([import('../rooms/view/RoomPage'), prepareReader()]))[0],
  machine: () => import('../pages/machine/view/MachinePage'),
  timeline: () => import('./routes/TimelineRoute'),
  picker: () => import('../stage/sources/SourcePicker'),
  keys: () => import('./keyboard/KeysDialog'),
  tour: () => import('./dialogs/Tour'),
  classLink: () => import('./dialogs/ClassLink'),
  figure: () => import('./dialogs/FigureDialog'),
  viewList: () => import('./routes/ViewList'),
  presenter: () => import('../stage/presenter/Presenter'),
  files: () => import('./files/files'),
};
