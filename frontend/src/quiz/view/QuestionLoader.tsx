/** The question is fetched when somebody wants to be asked. */
import { Suspense, type FC } from 'react';
import { lazyComponent } from '../../ui/lazy-view';
import type { QuestionPanelProps } from './QuestionPanel';
import { fetchController } from '../quiz';

const fetchPanel = () => import('./QuestionPanel');

const NotFetched: FC = () => (
  <section className="question" aria-label="Question">
    <p role="alert">The question could not be fetched. Is the page’s server still there?</p>
  </section>
);

const Panel = lazyComponent(async () => (await fetchPanel()).QuestionPanel, NotFetched);

export const QuestionPanel: FC<QuestionPanelProps> = (props) => (
  <Suspense
    fallback={
      <section className="question" aria-label="Question" aria-busy="true">
        <p role="status">looking for a question …</p>
      </section>
    }
  >
    <Panel {...props} />
  </Suspense>
);

/** Fetches all that asking needs, so that it works without the page’s server, too. */
export const prepareQuestions = (): Promise<unknown> =>
  Promise.all([fetchPanel(), fetchController(), import('../forecast')]);
