/** The question is fetched when somebody wants to be asked. */
import { Suspense, type FC } from 'react';
import { lazily } from '../ui/lazily';
import type { Predict } from './questions';
import { fetchAsker } from './predicting';

const fetchPanel = () => import('./Question');

const NotFetched: FC = () => (
  <section className="question" aria-label="Question">
    <p role="alert">The question could not be fetched. Is the page’s server still there?</p>
  </section>
);

const Panel = lazily(async () => (await fetchPanel()).QuestionPanel, NotFetched);

export const QuestionPanel: FC<{ predict: Predict }> = ({ predict }) => (
  <Suspense
    fallback={
      <section className="question" aria-label="Question" aria-busy="true">
        <p role="status">looking for a question …</p>
      </section>
    }
  >
    <Panel predict={predict} />
  </Suspense>
);

/** Fetches all that asking needs, so that it works without the page’s server, too. */
export const prepareQuestions = (): Promise<unknown> =>
  Promise.all([fetchPanel(), fetchAsker(), import('./further')]);
