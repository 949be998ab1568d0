'use client';

import { load } from 'mm-scope';
import { useEffect, useRef, useState } from 'react';

export function Figure({ view }) {
  const figure = useRef(null);
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const { current } = figure;
    const told = ({ detail }) => setSentence(detail.sentence);
    current.addEventListener('step', told);
    load('/mmscope/');
    return () => current.removeEventListener('step', told);
  }, []);
  return (
    <>
      <mm-scope ref={figure} view={view} height="420" />
      <p>
        It says: <output>{sentence}</output>
      </p>
    </>
  );
}
