/** What is to be mended in a lesson's file, by line. */
import type { FC } from 'react';
import type { Finding } from '../lesson';

export const FindingList: FC<{ findings: readonly Finding[] }> = ({ findings }) => (
  <ol className="lesson-findings">
    {findings.map(({ line, of, words }, i) => (
      <li key={i}>
        <b>line {line}</b> <span>{of}</span> {words}
      </li>
    ))}
  </ol>
);
